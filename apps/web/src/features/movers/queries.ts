import { movers, moversPlus } from '@finlist/contract/movers'
import { callQuery } from '../../api/query-client.ts'

/** During trading the server has new figures every half hour; polling more often picks them up sooner. */
const refetchInterval = 5 * 60_000

export const hourlyMovers = () => ({ ...callQuery(movers), refetchInterval })

/** Refetched whenever the slider is released, even if the cached response is fresh. */
export const hourlyMoversPlus = (minVolume: number, minTurnover: number) => ({
  ...callQuery(moversPlus, { query: { minVolume, ...(minTurnover > 0 && { minTurnover }) } }),
  refetchInterval,
  staleTime: 0,
})
