import { randomUUID } from 'node:crypto'
import { openPaymentProvider } from '../boot/payment-provider.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { answered, type Provider } from '../payments/provider/provider.ts'
import { type Check, type Finding, notTried, ok, reasonOf, wrong } from './check.ts'

const see = 'Payments'
const withinMs = 10_000
const quiet = { warn: () => undefined, error: () => undefined, info: () => undefined }

/**
 * Checks that the payment provider's events arrive at the public URL, signed with our secret, and that a forged event
 * is rejected.
 */
export const webhook: Check = {
  name: 'payment webhook',
  async run({ config, database, now }) {
    const company = await openPaymentProvider(config, database, { now: Date.now, log: quiet })
    if (!company) return notTried('No payment keys are set: nothing can be bought.', see)
    return await tryWebhook(company.provider, config, database, now)
  },
}

export async function tryWebhook(
  provider: Provider,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { db }: Pick<Database, 'db'>,
  now: number,
): Promise<Finding> {
  const url = new URL('/api/payments/webhook', publicUrl)
  const eventId = `evt_doctor_${randomUUID()}`
  const payload = JSON.stringify({
    id: eventId,
    object: 'event',
    type: 'finlist.doctor',
    created: Math.floor(now / 1_000),
    data: { object: { object: 'doctor' } },
  })
  const timestamp = Math.floor(now / 1_000)
  const sign = (secret: string) => provider.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  const forged = await post(url, payload, sign('whsec_of_somebody_else'))
  if (typeof forged === 'string') return wrong(`${url.href} does not answer: ${forged}.`, see)
  if (forged >= 200 && forged < 300)
    return wrong(`${url.href} takes events that nobody signed: it is not this server.`, see)
  const told = await post(url, payload, sign(provider.webhookSecret))
  const { numDeletedRows } = await db.deleteFrom('billing_event').where('event_id', '=', eventId).executeTakeFirst()
  if (told !== 200)
    return wrong(
      `${url.href} refuses a signed event (${told}): the server runs with another STRIPE_WEBHOOK_SECRET, or something in between changes the body.`,
      see,
    )
  if (numDeletedRows === 0n)
    return wrong(`${url.href} took a signed event, which did not arrive in this database.`, see)
  if (provider.kind === 'sandbox')
    return ok('A signed event arrives at the public address, a forged one is refused. Payments are test payments.')
  const endpoints = await answered('list', provider.stripe.webhookEndpoints.list({ limit: 100 })).catch(
    (error: unknown) => reasonOf(error),
  )
  if (typeof endpoints === 'string')
    return notTried(`A signed event arrives. Whether Stripe knows the address could not be asked: ${endpoints}.`, see)
  return judgeEndpoints(endpoints.data, url.href)
}

/** Checks that Stripe has an endpoint for the URL. */
export function judgeEndpoints(endpoints: readonly { url: string; status: string }[], wanted: string): Finding {
  const ours = endpoints.find(({ url }) => url === wanted)
  if (!ours) return wrong(`Stripe knows no webhook endpoint ${wanted}. Add it under Developers, Webhooks.`, see)
  if (ours.status !== 'enabled')
    return wrong(`Stripe has the webhook endpoint ${wanted} ${ours.status}. Enable it.`, see)
  return ok('A signed event arrives at the public address, a forged one is refused, and Stripe knows the address.')
}

async function post(url: URL, body: string, signature: string): Promise<number | string> {
  return await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(withinMs),
  }).then(
    ({ status }) => status,
    (error: unknown) => reasonOf(error),
  )
}
