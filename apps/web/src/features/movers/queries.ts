import { movers, moversPlus } from '@finlist/contract/movers'
import { callQuery } from '../../api/query-client.ts'

/** The server has new figures every half hour of trading. */
const refetchInterval = 5 * 60_000

export const hourlyMovers = () => ({ ...callQuery(movers), refetchInterval })

/** Refetched whenever the slider is released, however fresh the cached response is. */
export const hourlyMoversPlus = (minVolume: number, minTurnover: number) => ({
  ...callQuery(moversPlus, { query: { minVolume, ...(minTurnover > 0 && { minTurnover }) } }),
  refetchInterval,
  staleTime: 0,
})
