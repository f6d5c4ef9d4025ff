import Stripe from 'stripe'
import { ClientError } from '../../http/client-errors.ts'
import { badCoupon, declined, unavailable } from '../billing-errors.ts'

/** The provider understood the request and refused it. */
export const isInvalid = (error: unknown): error is InstanceType<typeof Stripe.errors.StripeInvalidRequestError> =>
  error instanceof Stripe.errors.StripeInvalidRequestError

/** The provider refused the request, or the bank the card. */
export const isRefused = (error: unknown): boolean => error instanceof Stripe.errors.StripeCardError || isInvalid(error)

/** The provider's error code. */
export const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code

/** It is known that nothing has happened: the provider or we refused the request. */
export const isDefinite = (error: unknown): boolean => error instanceof ClientError || isRefused(error)

/** The client error for what the payment provider definitely refused; undefined when the outcome is not known. */
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

/** The error shown to the caller when no operation is in progress. */
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
