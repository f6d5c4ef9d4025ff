import type { RevenueRow } from '@finlist/contract/staff/revenue'
import { csvText } from '@finlist/domain/csv'
import { periods } from '@finlist/domain/plans/catalogue'
import { products } from '@finlist/domain/plans/products'

type Names = Record<string, string>

const columns: [name: string, cell: (row: RevenueRow, names: Names) => string][] = [
  ['month', row => row.month],
  ['product', ({ productId }) => (productId === null ? '' : products[productId].name)],
  ['period', ({ billingPeriodId }) => (billingPeriodId === null ? '' : periods[billingPeriodId].name)],
  ['coupon', ({ couponId }, names) => (couponId === null ? '' : (names[couponId] ?? couponId))],
  ['active', row => String(row.active)],
  ['new', row => String(row.new)],
  ['lost', row => String(row.lost)],
  ['monthly_revenue_hkd', row => dollars(row.monthlyRevenue)],
  ['collected_hkd', row => dollars(row.collected)],
  ['refunded_hkd', row => dollars(row.refunded)],
  ['net_hkd', row => dollars(row.net)],
  ['disputed_hkd', row => dollars(row.disputed)],
  ['disputes_lost_hkd', row => dollars(row.disputesLost)],
  ['disputes_won_hkd', row => dollars(row.disputesWon)],
  ['coupon_id', row => row.couponId ?? ''],
]

/** CSV with one line per row; money in HK dollars with two decimals; coupons by name. */
export function revenueCsvText(rows: readonly RevenueRow[], names: Names): string {
  return csvText([columns.map(([name]) => name), ...rows.map(row => columns.map(([, cell]) => cell(row, names)))])
}

const dollars = (cents: number) => (cents / 100).toFixed(2)
