import { movers, moversPlus } from '@finlist/contract/movers'
import { callQuery } from '../../api/query-client.ts'

/** The server has new ones every half hour of trading. */
const refetchInterval = 5 * 60_000

export const hourlyMovers = () => ({ ...callQuery(movers), refetchInterval })

/** Asked anew whenever the slider is let go, however fresh what is there may be. */
export const hourlyMoversPlus = (minVolume: number) => ({
  ...callQuery(moversPlus, { query: { minVolume } }),
  refetchInterval,
  staleTime: 0,
})
