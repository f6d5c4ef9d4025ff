import type { AlertDay } from '@finlist/contract/profit-alerts'
import { isSearched } from '../../parts/stock-name.ts'

/** The days with the matching announcements; a day without any is left out. */
export function shownDays(days: readonly AlertDay[], { positive, typed }: { positive: boolean; typed: string }) {
  return days
    .map(({ date, stockList }) => ({
      date,
      stockList: stockList.filter(alert => (!positive || alert.reportType === 'POSITIVE') && isSearched(alert, typed)),
    }))
    .filter(({ stockList }) => stockList.length > 0)
}
