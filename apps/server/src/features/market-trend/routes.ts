import { historyDays, marketTrend, proposedTrends, stateRates, updateTrend } from '@finlist/contract/market-trend'
import { addDays, dayAt } from '@finlist/domain/calendar'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import type { FastifyInstance } from 'fastify'
import { audit } from '../../db/audit.ts'
import { Cache } from '../../db/cache.ts'
import type { Database, Tx } from '../../db/database.ts'
import { publish } from '../../db/topics.ts'
import { BadRequest } from '../../http/client-errors.ts'
import { EncodedResponse } from '../../http/encoded-response.ts'
import { serve } from '../../http/serve.ts'
import { tellHeldDays } from '../../market-data/quality/tell-held-day.ts'
import { readStateRates } from '../../research/chance/state-rates.ts'
import { proposeTrends } from './propose.ts'
import { snapshotOf } from './snapshot.ts'
import { addState, amendState, readBreadth, readStatesSince } from './store.ts'

/** Maximum age of a start date, in years. An older date is assumed to be a typing mistake. */
const oldestStateYears = 10

export function marketTrendRoutes(app: FastifyInstance, { database, now }: { database: Database; now: () => number }) {
  const { db, changes } = database
  const trends = new Cache<ExchangeId, EncodedResponse>({
    changes,
    maxEntries: exchangeIds.length,
    dependsOn: { markettrend: (published, exchange) => published === exchange },
    load: async exchange => {
      const days = await readBreadth(db, exchange, historyDays)
      const states = await readStatesSince(db, exchange, days[0]?.date)
      return await EncodedResponse.make(marketTrend, snapshotOf(days, states))
    },
  })

  const rates = new Cache<ExchangeId, EncodedResponse>({
    changes,
    maxEntries: exchangeIds.length,
    dependsOn: { chance: (published, exchange) => published === exchange },
    load: async exchange => await EncodedResponse.make(stateRates, await readStateRates(db, exchange)),
  })

  serve(app, marketTrend, ({ params }) => trends.get(params.exchange))

  serve(app, stateRates, ({ params }) => rates.get(params.exchange))

  serve(app, proposedTrends, ({ query }) => proposeTrends(database, query.exchange))

  serve(app, updateTrend, async ({ query: { exchange, startDate }, body: { amend, confirm, ...state }, caller }) => {
    const by = { exchange, ...state, byUserId: caller.userId }
    const note = (tx: Tx, action: 'trend-set' | 'trend-amended', began: string) =>
      audit(tx, {
        byUserId: caller.userId,
        aboutUserId: null,
        action,
        facts: { exchange, shortTerm: state.shortTerm, trend: state.marketTrend, startDate: began },
        reason: '',
        at: new Date(now()),
      })
    if (amend)
      return await database.write(async tx => {
        const amended = await amendState(tx, by)
        if (!amended) throw new BadRequest('trend-amend-none', { field: 'amend' })
        await tellHeldDays(tx, exchange, [amended], { confirm })
        await publish(tx, `markettrend:${exchange}`)
        await note(tx, 'trend-amended', amended)
        return { startDate: amended }
      })
    if (!startDate) throw new BadRequest('missing', { field: 'startDate', values: { field: 'startDate' } })
    const today = dayAt(exchange, now())
    if (startDate > today) throw new BadRequest('trend-start-future', { field: 'startDate' })
    if (startDate < addDays(today, -oldestStateYears * 366))
      throw new BadRequest('trend-start-old', { field: 'startDate', values: { years: oldestStateYears } })
    await database.write(async tx => {
      await tellHeldDays(tx, exchange, [startDate], { confirm })
      await addState(tx, { ...by, startDate })
      await publish(tx, `markettrend:${exchange}`)
      await note(tx, 'trend-set', startDate)
    })
    return { startDate }
  })
}
