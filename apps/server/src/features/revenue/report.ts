import type { RevenueFigures, RevenueRow } from '@finlist/contract/staff/revenue'
import { type PeriodId, periods } from '@finlist/domain/plans/catalogue'
import type { ProductId } from '@finlist/domain/plans/products'
import type { Db } from '../../db/database.ts'
import { monthBefore, nextMonth, startOf } from './months.ts'
import { type Cell, readMoney, readSubscribers } from './store.ts'

const nothing: RevenueFigures = {
  active: 0,
  new: 0,
  lost: 0,
  monthlyRevenue: 0,
  collected: 0,
  refunded: 0,
  net: 0,
  disputed: 0,
  disputesLost: 0,
  disputesWon: 0,
}
const names = Object.keys(nothing) as (keyof RevenueFigures)[]

/**
 * The figures of consecutive months, oldest first, and the rows that they sum up. Computed from paid invoices, refunds
 * and disputes.
 */
export async function revenueReport(db: Db, months: readonly string[], now: Date) {
  const first = months[0]!
  const instants = [monthBefore(first), ...months].map(month => earlier(startOf(nextMonth(month)), now))
  const [subscribers, money] = await Promise.all([
    readSubscribers(db, instants, now),
    readMoney(db, startOf(first), startOf(nextMonth(months.at(-1)!))),
  ])
  const rows = new Map<string, RevenueRow>()
  const add = (month: string, cell: Cell, figures: Partial<RevenueFigures>) => {
    const key = [month, cell.product_id ?? '', cell.period_id ?? '', cell.coupon_id ?? ''].join(' ')
    const row = rows.get(key) ?? { month, ...said(cell), ...nothing }
    for (const name of names) row[name] += figures[name] ?? 0
    rows.set(key, row)
  }
  for (const { k, recurring_cents, active, came, lost, ...cell } of subscribers) {
    const each = Math.round(recurring_cents / periods[cell.period_id as PeriodId].months)
    add(months[k - 2]!, cell, { active, new: came, lost, monthlyRevenue: active * each })
  }
  for (const { month, collected, refunded, disputed, disputesLost, disputesWon, ...cell } of money) {
    const net = collected - refunded - disputesLost
    add(month, cell, { collected, refunded, disputed, disputesLost, disputesWon, net })
  }
  const inOrder = [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
  return {
    months: months.map(month => ({ month, ...sumOf(inOrder.filter(row => row.month === month)) })),
    rows: inOrder,
  }
}

function sumOf(rows: readonly RevenueFigures[]): RevenueFigures {
  const sum = { ...nothing }
  for (const row of rows) for (const name of names) sum[name] += row[name]
  return sum
}

const earlier = (one: Date, other: Date) => (one < other ? one : other)

const said = ({ product_id, period_id, coupon_id }: Cell) => ({
  productId: product_id as ProductId | null,
  billingPeriodId: period_id as PeriodId | null,
  couponId: coupon_id,
})
