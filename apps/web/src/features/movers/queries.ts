import { movers, moversPlus } from '@finlist/contract/movers'
import { asked } from '../../api/query-client.ts'

/** The server has new ones every half hour of trading. */
const refetchInterval = 5 * 60_000

export const hourlyMovers = () => ({ ...asked(movers), refetchInterval })

/** Asked anew whenever the slider is let go, however fresh what is there may be. */
export const hourlyMoversPlus = (minVolume: number) => ({
  ...asked(moversPlus, { query: { minVolume } }),
  refetchInterval,
  staleTime: 0,
})
