import type { RevenueRow } from '@finlist/contract/revenue'
import { periods, products } from '@finlist/domain/plans/catalogue'

type Names = Record<string, string>

const columns: [name: string, cell: (row: RevenueRow, names: Names) => string][] = [
  ['month', row => row.month],
  ['product', ({ productId }) => (productId === null ? '' : products[productId].name)],
  ['period', ({ billingPeriodId }) => (billingPeriodId === null ? '' : periods[billingPeriodId].name)],
  ['coupon', ({ couponId }, names) => quoted(couponId === null ? '' : (names[couponId] ?? couponId))],
  ['active', row => String(row.active)],
  ['new', row => String(row.new)],
  ['lost', row => String(row.lost)],
  ['monthly_revenue_hkd', row => dollars(row.monthlyRevenue)],
  ['collected_hkd', row => dollars(row.collected)],
  ['refunded_hkd', row => dollars(row.refunded)],
  ['net_hkd', row => dollars(row.net)],
  ['disputed_hkd', row => dollars(row.disputed)],
  ['coupon_id', row => quoted(row.couponId ?? '')],
]

/** A line for each row, money in HK dollars with two decimals, coupons by their names. */
export function revenueCsvText(rows: readonly RevenueRow[], names: Names): string {
  const lines = [columns.map(([name]) => name), ...rows.map(row => columns.map(([, cell]) => cell(row, names)))]
  return lines.map(cells => `${cells.join(',')}\r\n`).join('')
}

const dollars = (cents: number) => (cents / 100).toFixed(2)

/** Quotes the text so that a spreadsheet never reads a formula, whatever the name of a coupon. */
function quoted(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
