import { mostMovers } from '@finlist/domain/movers/top-movers'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { imported, reading } from './staff/admin.ts'

/** The range and the initial value of the volume slider, as powers of ten. */
export const leastPower = 6
export const mostPower = 10
export const usualPower = 7

/** The choices of minimum turnover in Hong Kong dollars: half powers of ten, rounded. */
export const turnoverFloors = [0, 1e6, 3e6, 1e7, 3e7, 1e8, 3e8, 1e9] as const
/** Safety limit, higher than the number of loads on any day. */
const mostLoads = 200
const mostTurnover = 1e12

/**
 * `volume`: shares traded so far today. `turnover`: in Hong Kong dollars, estimated from the day's half-hourly loads.
 * `priceChange`: in percent, over the hour. `volumeChange`: the volume as a multiple of the 50-day average; null if
 * there is no average. `dayPrices`: the prices in those loads, in order; empty if there are fewer than three.
 */
const mover = z.object({
  stockCode: z.string(),
  stockName: z.string(),
  stockNameZh: z.string(),
  volume: z.number(),
  turnover: z.number(),
  price: z.number(),
  priceChange: z.number(),
  volumeChange: z.nullable(z.number()),
  dayPrices: z.array(z.number()).check(z.maxLength(mostLoads)),
})
export type Mover = z.output<typeof mover>
const list = z.array(mover).check(z.maxLength(mostMovers))

/**
 * The newest snapshot, compared with one taken about an hour earlier. `updatedAt` and `comparedWith` are their times.
 * `comparedWith` is null if the source itself supplies the earlier prices. Both are null, and the lists empty, if
 * nothing can be compared yet.
 */
const hourly = z.object({
  updatedAt: z.nullable(z.iso.datetime()),
  comparedWith: z.nullable(z.iso.datetime()),
  hourIncreaseList: list,
  hourDecreaseList: list,
})
export type HourlyMovers = z.output<typeof hourly>

/**
 * The Hong Kong stocks whose prices rose and fell most within the hour. `priceChange` is in percent; `volume` in shares
 * traded so far today; `volumeChange` a multiple of the 50-day average; `turnover` in Hong Kong dollars, estimated from
 * half-hourly loads. `comparedWith` is null if the source itself supplies the earlier prices. Both times are null, and
 * the lists empty, if nothing can be compared yet.
 */
export const movers = call({
  method: 'GET',
  path: '/stocks/movement/HKEX',
  topics: ['movers', 'finlist', 'prices'],
  needs: { right: 'movers', fresh: 'never' },
  data: hourly,
})

/**
 * The same as `movers`, for stocks with a volume of at least `minVolume` shares and a turnover of at least
 * `minTurnover` Hong Kong dollars.
 */
export const moversPlus = call({
  method: 'GET',
  path: '/stocks/movement/enhanced/HKEX',
  topics: ['movers', 'finlist', 'prices'],
  needs: { right: 'movers-plus', fresh: 'never' },
  query: z.object({
    minVolume: z._default(
      z.coerce.number().check(z.int(), z.minimum(10 ** leastPower), z.maximum(10 ** mostPower)),
      10 ** usualPower,
    ),
    minTurnover: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(mostTurnover)), 0),
  }),
  data: hourly,
})

/**
 * Uploads a snapshot of all Hong Kong stocks, taken at `takenAt` (YYYY-MM-DDTHH:MM, local time); by default at the time
 * in the file's name.
 */
export const uploadMovers = call({
  method: 'POST',
  path: '/admin/data/movement/upload',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object({ takenAt: z.optional(z.string().check(z.maxLength(40))), ...reading }),
  files: ['moversCsv'],
  data: imported,
})
