import { previewSubscribe, subscribe, userSubscriptions } from '@finlist/contract/billing'
import type { PeriodId } from '@finlist/domain/plans/catalogue'
import type { ProductId } from '@finlist/domain/plans/products'
import type { ApiClient, PayingTestServer } from '../test-server.ts'

export const cards = {
  pays: '4242424242424242',
  mastercard: '5555555555554444',
  secure: '4000002500003155',
  declined: '4000000000000002',
  failsLater: '4000000000000341',
}

/** What a browser needs of the payment provider. */
export type Sandboxed = { provider: Pick<PayingTestServer['provider'], 'sandboxUrl' | 'publishableKey'> }

/** Creates a payment method from a card number as the browser's card fields do, with the publishable key. */
export async function newCard({ provider }: Sandboxed, number = cards.pays): Promise<string> {
  const { id, error } = await ofBrowser(provider, '/v1/payment_methods', {
    type: 'card',
    'card[number]': number,
    'card[exp_month]': '12',
    'card[exp_year]': '2031',
    'card[cvc]': '123',
  })
  if (!id) throw new Error(error?.message)
  return id
}

type Plan = { productId: ProductId; billingPeriodId: PeriodId; couponCode?: string | null }

/** Previews the price and buys, as the checkout does. */
export async function buy(testServer: Sandboxed, apiClient: ApiClient, plan: Plan, number = cards.pays) {
  const wanted = { couponCode: null, ...plan }
  const { data: price } = await apiClient.ask(previewSubscribe, { body: wanted })
  const body = {
    ...wanted,
    couponCode: price.couponDetail?.id ?? null,
    paymentMethod: await newCard(testServer, number),
  }
  const answer = await apiClient.ask(subscribe, { body })
  return { price, answer, body }
}

/**
 * Visits the bank's page as shown in the frame and presses *Complete* or *Fail*. Returns the address that the browser
 * is sent back to, and the status.
 */
export async function visitBank({ provider }: Sandboxed, secret: string, press: 'complete' | 'fail') {
  const [intent] = secret.split('_secret_')
  const kind = secret.startsWith('seti_') ? 'setup_intents' : 'payment_intents'
  const { next_action } = await ofBrowser(provider, `/v1/${kind}/${intent}/confirm`, {
    client_secret: secret,
    return_url: 'http://127.0.0.1:4100/subscribe-verify',
  })
  const address = next_action?.redirect_to_url.url
  if (!address) throw new Error('the bank does not ask')
  const page = await (await fetch(address)).text()
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const answer = await fetch(address, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ token, answer: press }),
  })
  const query = new URLSearchParams({ client_secret: secret })
  const { status } = await ofBrowser(provider, `/v1/${kind}/${intent}?${query.toString()}`)
  return { returned: answer.headers.get('location') ?? '', status }
}

export const held = async (apiClient: ApiClient) => (await apiClient.ask(userSubscriptions)).data

type Told = {
  id?: string
  status?: string
  next_action?: { redirect_to_url: { url: string } } | null
  error?: { message: string }
}

async function ofBrowser(
  { sandboxUrl, publishableKey }: Sandboxed['provider'],
  path: string,
  form?: Record<string, string>,
): Promise<Told> {
  const answer = await fetch(sandboxUrl + path, {
    headers: { authorization: `Bearer ${publishableKey}` },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  return (await answer.json()) as Told
}
