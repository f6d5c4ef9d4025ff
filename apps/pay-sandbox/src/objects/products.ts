import type Stripe from 'stripe'
import { refused } from '../errors.ts'
import { newId } from '../ids.ts'
import { boolean, emptyable, list, merged, metadata, need, range, read, readList, ref, text } from '../params.ts'
import type { Route } from '../route.ts'
import { createdBetween, getOr404, newestFirst, where } from '../stripe-objects.ts'
import { add, update } from '../update.ts'

const settable = {
  name: text(250),
  active: boolean,
  description: emptyable(text(5000)),
  metadata,
  unit_label: emptyable(text(12)),
  url: emptyable(text(2000)),
  statement_descriptor: emptyable(text(22)),
}

export const products: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/products',
    answer(store, { form }) {
      const input = read(form, { ...settable, id: ref })
      if (input.id && store.find('product', input.id))
        throw refused('Product already exists.', { code: 'resource_already_exists', param: 'id' })
      const product: Stripe.Product = {
        id: input.id ?? newId('prod_'),
        object: 'product',
        active: input.active ?? true,
        created: store.now(),
        default_price: null,
        description: input.description ?? null,
        images: [],
        livemode: false,
        marketing_features: [],
        metadata: merged(null, input.metadata),
        name: need(input.name, 'name'),
        package_dimensions: null,
        shippable: null,
        statement_descriptor: input.statement_descriptor ?? null,
        tax_code: null,
        tax_details: null,
        type: 'service',
        unit_label: input.unit_label ?? null,
        updated: store.now(),
        url: input.url ?? null,
      }
      return add(store, product, 'product.created')
    },
  },
  {
    method: 'GET',
    path: '/v1/products/:id',
    answer: (store, { params }) => getOr404(store, 'product', params['id'] ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/products/:id',
    answer(store, { params, form }) {
      const product = getOr404(store, 'product', params['id'] ?? '')
      const { metadata: given, ...values } = read(form, settable)
      const changes: Partial<Stripe.Product> = Object.fromEntries(
        Object.entries({ ...values, metadata: merged(product.metadata, given) }).filter(
          ([, value]) => value !== undefined,
        ),
      )
      return update(store, product, { ...changes, updated: store.now() }, 'product.updated')
    },
  },
  {
    method: 'GET',
    path: '/v1/products',
    list: true,
    answer(store, { form }) {
      const input = readList(form, { active: boolean, ids: list(ref, 100), created: range })
      return newestFirst(
        store.all<Stripe.Product>('product'),
        where(input.active, product => product.active),
        input.ids && (product => input.ids?.includes(product.id) ?? true),
        createdBetween(input.created),
      )
    },
  },
]
