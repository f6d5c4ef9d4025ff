import { profitAlertOutcomes, profitAlerts, profitAlertsInFinList } from '@finlist/contract/profit-alerts'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/query-client.ts'
import { positionsIn } from '../../components/watchlist/all-positions.ts'
import { watchlistsOfPerson } from '../../components/watchlists.ts'

export const alertDays = () => callQuery(profitAlerts)
export const codesInFinList = () => callQuery(profitAlertsInFinList)
export const alertOutcomes = () => callQuery(profitAlertOutcomes)

/** The codes of the Hong Kong stocks in the user's watchlists. Fetched only if `wanted`. */
export function useOwnCodes(wanted: boolean) {
  const lists = useQuery({ ...watchlistsOfPerson(), enabled: wanted })
  const positions = useQuery({
    ...positionsIn((lists.data ?? []).map(({ watchlistId }) => watchlistId)),
    enabled: wanted && lists.data !== undefined,
  })
  const failed = [lists, positions].find(({ isError }) => isError)
  const codes = positions.data?.flatMap(({ exchange, stockCode }) => (exchange === 'HKEX' ? [stockCode] : []))
  return {
    error: wanted ? failed?.error : undefined,
    retry: () => void failed?.refetch(),
    codes: wanted && codes ? new Set(codes) : undefined,
  }
}
