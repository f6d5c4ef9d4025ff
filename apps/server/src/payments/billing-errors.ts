import { BadRequest } from '../http/client-errors.ts'
import type { TextKey } from '../http/translate.ts'

/** Decline reasons that have their own text; every other one is attributed to the bank. */
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

/** The card was declined: HTTP 402, with a text in the caller's language. `code` is the provider's decline code. */
export function declined(code = 'card_declined'): BadRequest {
  return new BadRequest(reasons[code] ?? 'billing.declined.generic', { httpStatus: 402, code })
}

export const quoteChanged = () => new BadRequest('billing.quote-changed', { httpStatus: 409, code: 'quote_changed' })
export const badCoupon = () => new BadRequest('billing.coupon', { field: 'couponCode', code: 'coupon' })
export const couponOfOtherPlan = () =>
  new BadRequest('billing.coupon-other-market', { field: 'couponCode', code: 'coupon_other_market' })
export const notFinished = () => new BadRequest('billing.not-finished', { httpStatus: 409, code: 'not_finished' })
export const inProgress = () => new BadRequest('billing.in-progress', { httpStatus: 503, code: 'in_progress' })

export const unavailable = () => new BadRequest('billing.unavailable', { httpStatus: 503, code: 'unavailable' })
