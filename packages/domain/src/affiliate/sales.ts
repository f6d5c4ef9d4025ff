import { commissionOf, notAvailable } from './commission.ts'
import { nextMonth } from './month.ts'

/** A payment with an affiliate's code, or a refund of one, as currently stored. `key` never changes. */
export type Fact = { key: string; month: string; cents: number; sold: number }
/** A line of a month's statement: a payment, a refund, or a later change to the amount of one whose month is closed. */
export type Line = { key: string; month: string; cents: number; sold: number }
export type SalesMonth = { month: string; plansSold: number; income: number; commission: number }

/**
 * The lines of the months that are still open: the differences between the facts and `counted` (the lines of closed
 * months). A line goes into its fact's month or, if that month is closed, into the first open one, as with a payment
 * that is reported late. All lines together always add up to the facts, and a closed month never changes.
 */
export function openLines(facts: readonly Fact[], counted: readonly Line[], firstOpen: string): Line[] {
  const before = new Map<string, { cents: number; sold: number }>()
  for (const { key, cents, sold } of counted) {
    const sum = before.get(key) ?? { cents: 0, sold: 0 }
    before.set(key, { cents: sum.cents + cents, sold: sum.sold + sold })
  }
  const lines: Line[] = []
  const add = (key: string, month: string, cents: number, sold: number) => {
    if (cents !== 0 || sold !== 0) lines.push({ key, month: month < firstOpen ? firstOpen : month, cents, sold })
  }
  for (const { key, month, cents, sold } of facts) {
    const was = before.get(key) ?? { cents: 0, sold: 0 }
    before.delete(key)
    add(key, month, cents - was.cents, sold - was.sold)
  }
  for (const [key, { cents, sold }] of before) add(key, firstOpen, -cents, -sold)
  return lines
}

/**
 * Every month, newest first: from the month of the first line to `last`, or to the month of the last line if that is
 * later. `rates` are the rates of closed months, in hundredths of a percent. A month without a rate has no commission
 * yet.
 */
export function salesRecord(lines: readonly Line[], rates: ReadonlyMap<string, number>, last: string): SalesMonth[] {
  const months = new Map<string, { plansSold: number; income: number }>()
  for (const { month, cents, sold } of lines) {
    const sum = months.get(month) ?? { plansSold: 0, income: 0 }
    months.set(month, { plansSold: sum.plansSold + sold, income: sum.income + cents })
  }
  const record: SalesMonth[] = []
  const end = [...months.keys()].reduce((one, other) => (one > other ? one : other), last)
  let month = [...months.keys()].reduce((one, other) => (one < other ? one : other), nextMonth(end))
  for (; month <= end; month = nextMonth(month)) {
    const { plansSold, income } = months.get(month) ?? { plansSold: 0, income: 0 }
    const rate = rates.get(month)
    record.unshift({
      month,
      plansSold,
      income,
      commission: rate === undefined ? notAvailable : commissionOf(income, rate),
    })
  }
  return record
}
