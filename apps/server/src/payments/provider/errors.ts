import Stripe from 'stripe'
import { ClientError } from '../../http/client-errors.ts'
import { badCoupon, declined, unavailable } from '../billing-errors.ts'

/** Whether the provider rejected the request as invalid. */
export const isInvalid = (error: unknown): error is InstanceType<typeof Stripe.errors.StripeInvalidRequestError> =>
  error instanceof Stripe.errors.StripeInvalidRequestError

/** Whether the provider rejected the request, or the bank declined the card. */
export const isRefused = (error: unknown): boolean => error instanceof Stripe.errors.StripeCardError || isInvalid(error)

/** The provider's error code. */
export const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code

/** Whether it is certain that the request had no effect, because the provider or we rejected it. */
export const isDefinite = (error: unknown): boolean => error instanceof ClientError || isRefused(error)

/** The client error for a definite rejection by the payment provider; undefined if the outcome is unknown. */
export function refusalOf(error: unknown): ClientError | undefined {
  if (error instanceof ClientError) return error
  if (error instanceof Stripe.errors.StripeCardError) return declined(error.decline_code || error.code)
  if (!isInvalid(error)) return undefined
  if (isAboutCoupon(error)) return badCoupon()
  if (error.param?.includes('payment_method')) return declined()
  return undefined
}

const isAboutCoupon = ({ param, code }: { param?: string; code?: string }) =>
  /discount|coupon|promotion/.test(param ?? '') || /coupon|promotion/.test(code ?? '')

/** The error to show to the caller when no operation is in progress. */
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
