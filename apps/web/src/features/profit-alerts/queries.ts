import { profitAlertOutcomes, profitAlerts, profitAlertsInFinList } from '@finlist/contract/profit-alerts'
import { watchlistStocks } from '@finlist/contract/watchlist'
import { useQueries, useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/query-client.ts'
import { watchlistsOfPerson } from '../../parts/watchlists.ts'

export const alertDays = () => callQuery(profitAlerts)
export const codesInFinList = () => callQuery(profitAlertsInFinList)
export const alertOutcomes = () => callQuery(profitAlertOutcomes)

/** The codes of the Hong Kong stocks in the person's watchlists; asked for when `wanted`. */
export function useOwnCodes(wanted: boolean) {
  const lists = useQuery({ ...watchlistsOfPerson(), enabled: wanted })
  const stocks = useQueries({
    queries: (wanted ? (lists.data ?? []) : []).map(({ watchlistId }) =>
      callQuery(watchlistStocks, { params: { id: watchlistId } }),
    ),
  })
  const failed = [lists, ...stocks].find(({ isError }) => isError)
  const isKnown = wanted && lists.data !== undefined && stocks.every(({ data }) => data !== undefined)
  return {
    error: wanted ? failed?.error : undefined,
    retry: () => void failed?.refetch(),
    codes: isKnown
      ? new Set(
          stocks.flatMap(({ data }) =>
            data!.stockList.flatMap(({ exchange, stockCode }) => (exchange === 'HKEX' ? [stockCode] : [])),
          ),
        )
      : undefined,
  }
}
