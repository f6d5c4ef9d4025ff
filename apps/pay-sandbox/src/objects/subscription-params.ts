import { daySeconds } from '../calendar.ts'
import { exclusive, refused } from '../errors.ts'
import { boolean, either, emptyable, integer, list, oneOf, ref, shape, text, timestamp } from '../params.ts'

const feedback = oneOf(
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
)
export const detailsParam = shape({ feedback: emptyable(feedback), comment: emptyable(text(5000)) })
export const discountsParam = emptyable(list(shape({ coupon: ref, promotion_code: ref, discount: ref }), 20))
export const prorationParam = oneOf('always_invoice', 'create_prorations', 'none')
export const trialEndParam = either(value => value === 'now', oneOf('now'), timestamp)
export const anchorParam = shape({ type: oneOf('now', 'unchanged') })
export const billingModeParam = shape({
  type: oneOf('flexible'),
  flexible: shape({ proration_discounts: oneOf('included') }),
})
export const changedItemsParam = list(
  shape({ id: ref, price: ref, quantity: integer(1, 1_000_000), deleted: boolean }),
  20,
)
export const newItemsParam = list(shape({ price: ref, quantity: integer(1, 1_000_000) }), 20)
export const paymentSettingsParam = shape({
  save_default_payment_method: oneOf('off', 'on_subscription'),
  payment_method_types: list(oneOf('card'), 1),
})
export const trialSettingsParam = shape({
  end_behavior: shape({ missing_payment_method: oneOf('cancel', 'create_invoice') }),
})

export function trialEndOf(end: 'now' | number | undefined, days: number | undefined, at: number): number | null {
  if (end !== undefined && days !== undefined) throw exclusive('trial_end', 'trial_period_days')
  if (typeof end === 'number' && end <= at)
    throw refused('Invalid timestamp: must be an integer Unix timestamp in the future.', { param: 'trial_end' })
  if (typeof end === 'number') return end
  return days === undefined ? null : at + days * daySeconds
}
