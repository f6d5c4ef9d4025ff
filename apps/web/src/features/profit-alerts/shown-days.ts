import type { AlertDay } from '@finlist/contract/profit-alerts'
import { isSearched } from '../../components/stock-name.ts'

/** `among`: sets of codes, all of which must contain the stock. */
type Wanted = { positive: boolean; typed: string; among?: readonly ReadonlySet<string>[] }

/** The days with their matching announcements. Days without any match are left out. */
export function shownDays(days: readonly AlertDay[], { positive, typed, among = [] }: Wanted) {
  return days
    .map(({ date, stockList }) => ({
      date,
      stockList: stockList.filter(
        alert =>
          (!positive || alert.reportType === 'POSITIVE') &&
          isSearched(alert, typed, 'HKEX') &&
          among.every(codes => codes.has(alert.stockCode)),
      ),
    }))
    .filter(({ stockList }) => stockList.length > 0)
}
