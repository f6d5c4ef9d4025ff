import {
  maskedWeeks,
  type Track,
  type TrackRecord,
  trackedPicks,
  trackRecord,
  tracks,
  youngPicks,
} from '@finlist/contract/track-record'
import { addDays, type Day, dayAt } from '@finlist/domain/calendar'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { rule } from '@finlist/domain/outcome/rule'
import { methods } from '@finlist/domain/picking/method'
import type { FastifyInstance } from 'fastify'
import { type Config, tradingCosts } from '../../config.ts'
import { Cache } from '../../db/cache.ts'
import type { Database } from '../../db/database.ts'
import { EncodedResponse } from '../../http/encoded-response.ts'
import { serve } from '../../http/serve.ts'
import { sourceUse } from '../../market-data/vendors/source-use.ts'
import { readWidening } from '../../research/chance/widening.ts'
import { readCorrections } from './corrections.ts'
import { figuresOf } from './figures.ts'
import { readReconstructedOutcomes, readReconstruction } from './reconstruction.ts'
import { readIssuesCounted, readOutcomes, readTracked } from './store.ts'
import { youngPicksOf } from './young.ts'

type Parts = { database: Database; config: Config; now: () => number }
/** Key of one year's picks; the day is that of the last issue that everyone may see. */
type YearKey = `${ExchangeId} ${Track} ${number} ${Day}`
type YoungKey = `${ExchangeId} ${Day}`

const weekDays = 7
const dayMs = 86_400_000
const mostYears = 60

/** Public routes for the outcomes of picks. The most recent outcomes are only for users who pay for the list. */
export function trackRecordRoutes(app: FastifyInstance, { database: { db, changes }, config, now }: Parts) {
  if (config.TRACK_RECORD === 'off') return
  const costs = tradingCosts(config)
  const records = new Cache<ExchangeId, EncodedResponse>({
    changes,
    maxEntries: exchangeIds.length,
    load: readRecord,
    dependsOn: { 'track-record': isOfMarket, finlist: isOfMarket, chance: isOfMarket },
  })
  const years = new Cache<YearKey, EncodedResponse>({
    changes,
    maxEntries: mostYears,
    load: readYear,
    dependsOn: { 'track-record': isOfMarket, finlist: isOfMarket },
  })

  const young = new Cache<YoungKey, EncodedResponse>({
    changes,
    maxEntries: exchangeIds.length,
    load: readYoung,
    dependsOn: { 'track-record': isOfMarket, finlist: isOfMarket, prices: isOfMarket },
  })

  async function readRecord(exchange: ExchangeId) {
    const [rows, counted, corrected, widening] = await Promise.all([
      readOutcomes(db, exchange),
      readIssuesCounted(db, exchange),
      readCorrections(db, exchange),
      readWidening(db, exchange),
    ])
    const { first, asAt } = counted
    const weeks = first && asAt ? weeksFrom(first, asAt) : 0
    const widen = widening?.factor ?? 1
    const seed = [rule.id, exchange, asAt].join('\n')
    return await EncodedResponse.make(trackRecord, {
      asAt,
      firstIssue: first,
      weeks,
      issues: { method: counted.method, staff: counted.staff },
      corrected,
      versions: methods.length,
      costs: costs[exchange],
      widening,
      tracks: tracks.flatMap(track => {
        const own = rows.filter(row => row.track === track)
        return first && own.length > 0 ? [figuresOf(track, own, { first, weeks, seed, widen })] : []
      }),
      reconstruction: await readPast(exchange, widen),
    })
  }

  async function readPast(exchange: ExchangeId, widen: number): Promise<TrackRecord['reconstruction']> {
    const made = await readReconstruction(db, exchange)
    if (!made) return null
    const { first, last } = made
    const weeks = weeksFrom(first, last)
    const seed = [rule.id, exchange, 'reconstructed', made.madeOn].join('\n')
    const rows = await readReconstructedOutcomes(db, exchange)
    const figures = figuresOf('reconstructed', rows, { first, weeks, seed, widen })
    return { ...made, weeks, figures }
  }

  async function readYear(key: YearKey) {
    const [exchange, track, year, until] = key.split(' ') as [ExchangeId, Track, string, Day]
    const { told, young } = await readTracked(db, { exchange, track, year: Number(year), until })
    return await EncodedResponse.make(trackedPicks, { young, picks: told })
  }

  async function readYoung(key: YoungKey) {
    const [exchange, after] = key.split(' ') as [ExchangeId, Day]
    const withPrices = sourceUse(config, exchange) !== 'internal'
    const { asAt } = await readIssuesCounted(db, exchange)
    return await EncodedResponse.make(youngPicks, {
      asAt,
      picks: await youngPicksOf(db, exchange, { after, withPrices }),
    })
  }

  const toldUntil = (exchange: ExchangeId) => addDays(dayAt(exchange, now()), -maskedWeeks * weekDays)

  serve(app, trackRecord, ({ params }) => records.get(params.exchange))

  serve(app, trackedPicks, ({ params: { exchange }, query: { track, year } }) =>
    years.get(`${exchange} ${track} ${year} ${toldUntil(exchange)}`),
  )

  serve(app, youngPicks, ({ params: { exchange } }) => young.get(`${exchange} ${toldUntil(exchange)}`))
}

const weeksFrom = (first: Day, last: Day) => Math.round((Date.parse(last) - Date.parse(first)) / (weekDays * dayMs)) + 1

const isOfMarket = (exchange: string, key: string) => key.startsWith(exchange)
