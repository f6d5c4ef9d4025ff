import type Stripe from 'stripe'
import { authenticate } from '../src/authenticate.ts'
import { advance, runDue } from '../src/clock.ts'
import { matcher } from '../src/http/match.ts'
import { ApiError, type Form, type FormValue } from '../src/route.ts'
import { routes } from '../src/routes.ts'
import { configure, type Settings } from '../src/settings.ts'
import { Store } from '../src/store.ts'
import { ownerOf } from '../src/stripe-objects.ts'

type Value = string | number | boolean | null | undefined | Value[] | { [name: string]: Value }
const routeOf = matcher(routes)

/** A shop that calls the sandbox without HTTP, on a clock that only the test moves. */
export class Shop {
  readonly store: Store
  /** Called with every object that the sandbox returns. */
  see: ((object: unknown) => void) | undefined

  constructor(start: string, settings: Partial<Settings> = {}) {
    this.store = new Store(() => Date.parse(start))
    configure(this.store, settings)
  }

  get now(): number {
    return this.store.now()
  }

  /** Calls the API as the transport does: a declined payment throws, but its changes are saved. */
  call<T>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    values: Record<string, Value> = {},
    key: 'secret' | 'publishable' = 'secret',
  ): T {
    const matched = routeOf(method, path)
    if (!matched) throw new Error(`no route ${method} ${path}`)
    const { route, params } = matched
    const { result } = this.store.change(() => {
      try {
        return route.answer(this.store, { params, form: formOf(values), key })
      } catch (error) {
        if (error instanceof ApiError && error.keeps) return error
        throw error
      }
    })
    if (result instanceof ApiError) throw result
    this.see?.(result)
    return result as T
  }

  post<T>(path: string, values: Record<string, Value> = {}): T {
    return this.call<T>('POST', `/v1/${path}`, values)
  }

  get<T>(path: string, values: Record<string, Value> = {}): T {
    return this.call<T>('GET', `/v1/${path}`, values)
  }

  /** Runs a call that must be refused, and returns its error. */
  refused(act: () => unknown): ApiError['error'] & { status: number } {
    try {
      act()
    } catch (error) {
      if (error instanceof ApiError) return { ...error.error, status: error.httpStatus }
      throw error
    }
    throw new Error('it was not refused')
  }

  wait(seconds: number): void {
    this.store.change(() => advance(this.store, seconds))
  }

  waitUntil(time: number): void {
    this.wait(time - this.now)
  }

  /** Moves a test clock and finishes its due work, so that it is ready. */
  advance(clock: string, time: number): void {
    this.post(`test_helpers/test_clocks/${clock}/advance`, { frozen_time: time })
    this.store.change(() => runDue(this.store))
  }

  bank(intent: string, passed: boolean): string | null {
    return this.store.change(() => authenticate(this.store, intent, passed)).result.return_url
  }

  events(): string[] {
    return this.store.all<Stripe.Event>('event').map(({ type }) => type)
  }

  /** Returns the types of the events sent while `act` runs. */
  heard(act: () => void): string[] {
    const before = this.store.all('event').length
    act()
    return this.events().slice(before)
  }

  price(unit_amount: number, interval = 'month', interval_count = 1, lookup_key?: string): string {
    const product = this.post<Stripe.Product>('products', { name: 'FinList HK' })
    return this.post<Stripe.Price>('prices', {
      product: product.id,
      currency: 'hkd',
      unit_amount,
      recurring: { interval, interval_count },
      ...(lookup_key && { lookup_key }),
    }).id
  }

  customer(card?: string, more: Record<string, Value> = {}): string {
    const { id } = this.post<Stripe.Customer>('customers', { email: 'reader@example.com', ...more })
    if (card) this.keepCard(id, card)
    return id
  }

  /** Attaches a card to the customer as the default card. */
  keepCard(customer: string, card: string): string {
    const method = this.post<Stripe.PaymentMethod>(`payment_methods/${card}/attach`, { customer })
    this.post(`customers/${customer}`, { invoice_settings: { default_payment_method: method.id } })
    return method.id
  }

  subscribe(customer: string, price: string, more: Record<string, Value> = {}): Stripe.Subscription {
    return this.post<Stripe.Subscription>('subscriptions', { customer, items: [{ price }], ...more })
  }

  subscription(id: string): Stripe.Subscription {
    return this.get<Stripe.Subscription>(`subscriptions/${id}`)
  }

  invoices(subscription: string): Stripe.Invoice[] {
    return this.get<Stripe.Invoice[]>('invoices', { subscription }).toReversed()
  }

  latest(subscription: string): Stripe.Invoice {
    return this.get<Stripe.Invoice>(`invoices/${ownerOf(this.subscription(subscription).latest_invoice)}`)
  }

  intent(invoice: string): Stripe.PaymentIntent {
    const [payment] = this.get<Stripe.InvoicePayment[]>('invoice_payments', { invoice })
    return this.get<Stripe.PaymentIntent>(`payment_intents/${ownerOf(payment?.payment.payment_intent)}`)
  }

  balance(customer: string): number {
    return this.get<Stripe.Customer>(`customers/${customer}`).balance
  }
}

function formOf(values: Record<string, Value>): Form {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, valueOf(value)]])),
  )
}

function valueOf(value: Value): FormValue {
  if (Array.isArray(value)) return value.map(valueOf)
  if (typeof value === 'object' && value !== null) return formOf(value)
  return value === null ? '' : String(value)
}
