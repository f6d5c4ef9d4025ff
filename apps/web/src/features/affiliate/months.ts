import type { SalesMonth } from '@finlist/contract/affiliate'
import { notAvailable } from '@finlist/domain/affiliate/commission'
import { hongKongDate } from '../../components/hong-kong-date.ts'

/** Formats a month, for example as 'Dec 2026'. */
export const monthName = (month: string) => hongKongDate(`${month}-15T00:00:00Z`, 'month')

/** Totals of all months. The commission total includes only months whose commission is available. */
export function sumOf(months: readonly SalesMonth[]) {
  const sum = { plansSold: 0, income: 0, commission: 0 }
  for (const { plansSold, income, commission } of months) {
    sum.plansSold += plansSold
    sum.income += income
    sum.commission += commission === notAvailable ? 0 : commission
  }
  return sum
}
