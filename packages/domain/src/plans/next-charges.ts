/** The smallest amount charged to a card, in cents HKD. Smaller amounts are added to the next payment. */
const smallestChargeCents = 400

/** A recurring payment. `at` in ms. */
export type Coming = { id: string; at: number; cents: number; everyMonths: number }
/**
 * The next charge. The card is charged `amount`: the price less `credit`, or plus `owed`, the debt from earlier
 * payments.
 */
export type NextCharge = { amount: number; credit: number; owed: number }

/**
 * The next charge of each subscription, by id, as of now. Payments use the balance (credit above 0, debt below 0) in
 * the order in which they fall due. A subscription may renew several times before the next payment of another.
 */
export function nextCharges(comings: readonly Coming[], balanceCents: number): Map<string, NextCharge> {
  const next = new Map<string, NextCharge>()
  const queue = [...comings]
  let balance = balanceCents
  while (next.size < comings.length) {
    const first = queue.reduce((best, coming) => (coming.at < best.at ? coming : best))
    const rest = first.cents - balance
    const amount = rest < smallestChargeCents ? 0 : rest
    const used = { credit: Math.max(0, Math.min(first.cents, balance)), owed: Math.max(0, -balance) }
    if (!next.has(first.id)) next.set(first.id, { amount, ...used })
    balance += amount - first.cents
    queue[queue.indexOf(first)] = { ...first, at: monthsAfter(first.at, first.everyMonths) }
  }
  return next
}

function monthsAfter(at: number, months: number): number {
  const date = new Date(at)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.getTime()
}
