import Stripe from 'stripe'
import { BadRequest, ClientError } from '../http/client-errors.ts'
import type { TextKey } from '../http/translate.ts'

/** The reasons that are said in words of our own; every other one is said to be the bank's. */
const reasons: Record<string, TextKey> = {
  insufficient_funds: 'billing.declined.insufficient_funds',
  expired_card: 'billing.declined.expired_card',
  incorrect_cvc: 'billing.declined.incorrect_cvc',
  invalid_cvc: 'billing.declined.incorrect_cvc',
  processing_error: 'billing.declined.processing_error',
  authentication_required: 'billing.declined.authentication',
  authentication_not_handled: 'billing.declined.authentication',
  payment_intent_authentication_failure: 'billing.declined.authentication',
  setup_intent_authentication_failure: 'billing.declined.authentication',
}

/** HTTP 402: the card was not charged; in the caller's language. `code` is the payment provider's decline code. */
export function declined(code = 'card_declined'): BadRequest {
  return new BadRequest(reasons[code] ?? 'billing.declined.generic', { httpStatus: 402, code })
}

/** Why an intent was declined and waits for another card. */
export function declinedBecause(error: { code?: string; decline_code?: string } | null): BadRequest {
  return declined(error?.decline_code ?? error?.code ?? 'card_declined')
}

export const quoteChanged = () => new BadRequest('billing.quote-changed', { httpStatus: 409, code: 'quote_changed' })
export const badCoupon = () => new BadRequest('billing.coupon', { field: 'couponCode', code: 'coupon' })
export const notFinished = () => new BadRequest('billing.not-finished', { httpStatus: 409, code: 'not_finished' })
export const inProgress = () => new BadRequest('billing.in-progress', { httpStatus: 503, code: 'in_progress' })

export const unavailable = () => new BadRequest('billing.unavailable', { httpStatus: 503, code: 'unavailable' })

/** The client error for what the payment provider definitely refused; undefined when the outcome is not known. */
export function refusalOf(error: unknown): ClientError | undefined {
  if (error instanceof ClientError) return error
  if (error instanceof Stripe.errors.StripeCardError) return declined(error.decline_code || error.code)
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return undefined
  if (isAboutCoupon(error)) return badCoupon()
  if (error.param?.includes('payment_method')) return declined()
  return undefined
}

/** The payment provider understood the request and refused it, so that nothing has happened. */
export const isDefinite = (error: unknown): boolean =>
  error instanceof ClientError ||
  error instanceof Stripe.errors.StripeCardError ||
  error instanceof Stripe.errors.StripeInvalidRequestError

const isAboutCoupon = ({ param, code }: { param?: string; code?: string }) =>
  /discount|coupon|promotion/.test(param ?? '') || /coupon|promotion/.test(code ?? '')

/** What the caller is told of an error while nothing is under way. */
export function toldOf(error: unknown): unknown {
  const isTrouble = error instanceof Stripe.errors.StripeError && !isDefinite(error)
  if (isTrouble) return unavailable()
  return refusalOf(error) ?? error
}

export async function reading<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw toldOf(error)
  }
}
