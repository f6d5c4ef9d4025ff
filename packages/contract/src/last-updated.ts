import { exchangeIds } from '@finlist/domain/markets'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeParams } from './finlist.ts'

const timeByMarket = z.record(z.enum(exchangeIds), z.number())

/** When the content of each page was last published, in ms since the epoch; 0 when it never was. */
export const lastUpdatedTimes = call({
  method: 'GET',
  path: '/status/last-updated',
  topics: ['finlist', 'markettrend', 'education'],
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.object({ finlist: timeByMarket, markettrend: timeByMarket, sundayClub: z.number(), videos: z.number() }),
})

/** When the market's trend was last published, ISO 8601 with zone; null when it never was. */
export const marketTrendLastUpdated = call({
  method: 'GET',
  protocol: true,
  path: '/markettrend/:exchange/last-updated',
  topics: ['markettrend'],
  needs: { right: 'signed-in', fresh: 'never' },
  params: exchangeParams,
  data: z.nullable(z.iso.datetime()),
})

/** ms since the epoch; 0 when there was none yet. */
export const sundayClubLastUpdated = call({
  method: 'GET',
  protocol: true,
  path: '/education/sunday-club/last-updated',
  topics: ['education'],
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.number(),
})
export const videosLastUpdated = call({
  method: 'GET',
  protocol: true,
  path: '/education/videos/last-updated',
  topics: ['education'],
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.number(),
})
