import { maskedWeeks, trackedPicks, trackRecord, tracks } from '@finlist/contract/track-record'
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
import { figuresOf } from './figures.ts'
import { readIssuesCounted, readOutcomes, readTracked } from './store.ts'

type Parts = { database: Database; config: Config; now: () => number }

const weekDays = 7

/** What became of the picks, for everybody; the youngest stay with those who pay for the list. */
export function trackRecordRoutes(app: FastifyInstance, { database: { db, changes }, config, now }: Parts) {
  if (config.TRACK_RECORD === 'off') return
  const costs = tradingCosts(config)
  const records = new Cache<ExchangeId, EncodedResponse>({
    changes,
    maxEntries: exchangeIds.length,
    load: exchange => readRecord(exchange),
    dependsOn: { 'track-record': (scope, key) => scope === key },
  })

  async function readRecord(exchange: ExchangeId) {
    const [rows, counted] = await Promise.all([readOutcomes(db, exchange), readIssuesCounted(db, exchange)])
    const { first, asAt } = counted
    const weeks = first && asAt ? Math.round((Date.parse(asAt) - Date.parse(first)) / (weekDays * 86_400_000)) + 1 : 0
    const seed = [rule.id, exchange, asAt].join('\n')
    return await EncodedResponse.make(trackRecord, {
      asAt,
      firstIssue: first,
      weeks,
      issues: { method: counted.method, staff: counted.staff },
      versions: methods.length,
      costs: costs[exchange],
      widening: null,
      tracks: !first
        ? []
        : tracks.flatMap(track => {
            const own = rows.filter(row => row.track === track)
            return own.length === 0 ? [] : [figuresOf(track, own, { first, weeks, widen: 1, seed })]
          }),
    })
  }

  serve(app, trackRecord, ({ params }) => records.get(params.exchange))

  serve(app, trackedPicks, async ({ params: { exchange }, query: { track, year } }) => {
    const until: Day = addDays(dayAt(exchange, now()), -maskedWeeks * weekDays)
    const { told, young } = await readTracked(db, { exchange, track, year, until })
    return {
      young,
      picks: told.map(row => ({
        issueDate: row.issue_date,
        stockCode: row.stock_code,
        stockName: row.stock_name ?? '',
        stockNameZh: row.stock_name_zh ?? '',
        patternType: row.pattern,
        buyPoint: row.buy_point,
        state: row.state,
        repeats: row.repeats,
        entryDate: row.entry_date,
        entry: row.entry,
        exitDate: row.exit_date,
        exit: row.exit,
        netWorst: row.net_worst,
        netBest: row.net_best,
        marketReturn: row.market_return,
        twins: row.twins,
        twinWorst: row.twin_worst,
      })),
    }
  })
}
