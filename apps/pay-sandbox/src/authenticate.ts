import type Stripe from 'stripe'
import { follow } from './billing/collect.ts'
import { failAuthentication, settle } from './billing/intents.ts'
import { failSetupAuthentication, settleSetup } from './billing/setup.ts'
import type { Books } from './books.ts'
import { refused } from './errors.ts'
import { found, ownerOf } from './things.ts'

/**
 * The answer of the bank's 3-D Secure page for a payment intent or a setup intent. Where the browser goes next, with
 * the intent and `redirect_status` in the address; null when the intent was confirmed without a return address.
 * Throws `ApiError` when the intent does not wait for it.
 */
export function authenticate(books: Books, intentId: string, passed: boolean): { return_url: string | null } {
  if (intentId.startsWith('seti_')) {
    const setup = found(books, 'setup_intent', intentId)
    refuseIdle(setup)
    const outcome = passed
      ? settleSetup(books, setup, ownerOf(setup.payment_method))
      : failSetupAuthentication(books, setup)
    return { return_url: wayBack(setup, outcome.kind === 'paid') }
  }
  const intent = found(books, 'payment_intent', intentId)
  refuseIdle(intent)
  const outcome = passed
    ? settle(books, intent, ownerOf(intent.payment_method), true)
    : failAuthentication(books, intent)
  follow(books, intent.id, outcome)
  return { return_url: wayBack(intent, outcome.kind === 'paid') }
}

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent

function refuseIdle({ id, object, status }: Intent): void {
  if (status !== 'requires_action')
    throw refused(`This intent (${id}) does not wait for authentication: it has a status of ${status}.`, {
      code: `${object}_unexpected_state`,
    })
}

function wayBack({ id, object, client_secret, next_action }: Intent, succeeded: boolean): string | null {
  const address = next_action?.redirect_to_url?.return_url
  if (!address) return null
  const url = new URL(address)
  url.searchParams.set(object, id)
  url.searchParams.set(`${object}_client_secret`, client_secret ?? '')
  url.searchParams.set('redirect_status', succeeded ? 'succeeded' : 'failed')
  return url.href
}
