import type Stripe from 'stripe'
import { follow } from './billing/collect.ts'
import { failAuthentication, settle } from './billing/intents.ts'
import { failSetupAuthentication, settleSetup } from './billing/setup.ts'
import { refused } from './errors.ts'
import type { Store } from './store.ts'
import { getOr404, ownerOf } from './stripe-objects.ts'

/**
 * Applies the result of the bank's 3-D Secure page to a payment intent or setup intent. Returns the URL that the
 * browser goes to next, with the intent and `redirect_status` in it; null if the intent was confirmed without a return
 * URL. Throws `ApiError` if the intent is not waiting for authentication.
 */
export function authenticate(store: Store, intentId: string, passed: boolean): { return_url: string | null } {
  if (intentId.startsWith('seti_')) {
    const setup = getOr404(store, 'setup_intent', intentId)
    refuseIdle(setup)
    const outcome = passed
      ? settleSetup(store, setup, ownerOf(setup.payment_method))
      : failSetupAuthentication(store, setup)
    return { return_url: wayBack(setup, outcome.kind === 'paid') }
  }
  const intent = getOr404(store, 'payment_intent', intentId)
  refuseIdle(intent)
  const outcome = passed
    ? settle(store, intent, ownerOf(intent.payment_method), true)
    : failAuthentication(store, intent)
  follow(store, intent.id, outcome)
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
