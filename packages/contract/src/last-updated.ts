import { exchangeIds } from '@finlist/domain/markets'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeParams } from './finlist.ts'

const timeByMarket = z.record(z.enum(exchangeIds), z.number())

/** The times when the content of each page was last published, in ms since the epoch; 0 if never. */
export const lastUpdatedTimes = call({
  method: 'GET',
  path: '/status/last-updated',
  topics: ['finlist', 'markettrend', 'education'],
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.object({ finlist: timeByMarket, markettrend: timeByMarket, sundayClub: z.number(), videos: z.number() }),
})

/** The time when the market's trend was last published, ISO 8601; null if never. */
export const marketTrendLastUpdated = call({
  method: 'GET',
  protocol: true,
  path: '/markettrend/:exchange/last-updated',
  topics: ['markettrend'],
  needs: { right: 'signed-in', fresh: 'never' },
  params: exchangeParams,
  data: z.nullable(z.iso.datetime()),
})

/** The time when the page of the Sunday club was last published, in ms since the epoch; 0 if never. */
export const sundayClubLastUpdated = call({
  method: 'GET',
  protocol: true,
  path: '/education/sunday-club/last-updated',
  topics: ['education'],
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.number(),
})
/** The time when the page of videos was last published, in ms since the epoch; 0 if never. */
export const videosLastUpdated = call({
  method: 'GET',
  protocol: true,
  path: '/education/videos/last-updated',
  topics: ['education'],
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.number(),
})
