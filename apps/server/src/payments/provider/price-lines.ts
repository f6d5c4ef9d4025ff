import type { PriceLine } from '@finlist/contract/billing'
import type Stripe from 'stripe'

/** The balance that an invoice leaves: credit if positive, debt if negative. */
export const balanceAfter = ({ total, starting_balance: balance, amount_due: due }: Figures): number =>
  due - total - balance

type Figures = Pick<Stripe.Invoice, 'total' | 'starting_balance' | 'amount_due'>

/**
 * The differences between an invoice's total and the amount due: credit used; an earlier debt; an amount too small for
 * a card, to be added to the next payment; and new credit. The payment provider stores credit as a negative balance.
 */
export function balanceUsed({ total, starting_balance: balance, amount_due: due }: Figures) {
  const credit = Math.max(0, Math.min(total, -balance))
  const owed = Math.max(0, balance)
  const tooSmall = Math.max(0, total + balance - due)
  return { credit, owed, tooSmall, toCredit: Math.max(0, due - total - owed) }
}

/** The lines of the amount due, in the payment provider's own figures. */
export function linesOf(invoice: Stripe.Invoice): PriceLine[] {
  let plan = 0
  let unused = 0
  for (const { amount, parent } of invoice.lines.data) {
    if (parent?.subscription_item_details?.proration_details?.credited_items) unused += amount
    else plan += amount
  }
  const { credit, owed, tooSmall, toCredit } = balanceUsed(invoice)
  return linesWith([
    ['plan', plan],
    ['unused', unused],
    ['coupon', -savedOn(invoice)],
    ['credit', -credit],
    ['owed', owed],
    ['too-small', -tooSmall],
    ['to-credit', toCredit],
  ])
}

export const linesWith = (lines: readonly [PriceLine['kind'], number][]): PriceLine[] =>
  lines.flatMap(([kind, amount]) => (amount === 0 && kind !== 'plan' ? [] : [{ kind, amount }]))

export const savedOn = (invoice: Stripe.Invoice): number =>
  (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
