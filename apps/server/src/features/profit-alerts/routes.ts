import { mostAlerts, profitAlertOutcomes, profitAlerts, profitAlertsInFinList } from '@finlist/contract/profit-alerts'
import { dayAt } from '@finlist/domain/calendar'
import type { FastifyInstance } from 'fastify'
import { Cache } from '../../db/cache.ts'
import type { Database } from '../../db/database.ts'
import { EncodedResponse } from '../../http/encoded-response.ts'
import { serve } from '../../http/serve.ts'
import { readOutcomes } from './outcomes.ts'
import { type AlertRow, readAlerts, readListedCodes } from './store.ts'

/**
 * Cached responses. `marked`: announcements with FinList stocks marked, for users who may see those stocks. `plain`:
 * unmarked announcements, for everyone else. `codes`: the codes of the FinList stocks.
 */
type Answer = 'marked' | 'plain' | 'codes'

export function profitAlertRoutes(app: FastifyInstance, { database: { db, changes } }: { database: Database }) {
  const answers = new Cache<Answer, EncodedResponse>({
    changes,
    maxEntries: 3,
    dependsOn: { 'profit-alerts': 'all', finlist: exchange => exchange === 'HKEX' },
    load: async answer => {
      const listed = answer === 'plain' ? [] : await readListedCodes(db)
      if (answer === 'codes') return await EncodedResponse.make(profitAlertsInFinList, listed)
      return await EncodedResponse.make(profitAlerts, byDay(await readAlerts(db, mostAlerts), new Set(listed)))
    },
  })

  const outcomes = new Cache<'HKEX', EncodedResponse>({
    changes,
    maxEntries: 1,
    dependsOn: {
      'profit-alerts': 'all',
      prices: exchange => exchange === 'HKEX',
      closings: exchange => exchange === 'HKEX',
    },
    load: async () => await EncodedResponse.make(profitAlertOutcomes, await readOutcomes(db)),
  })

  serve(app, profitAlerts, ({ caller }) => answers.get(caller.rights.has('finlist:HKEX') ? 'marked' : 'plain'))

  serve(app, profitAlertsInFinList, () => answers.get('codes'))

  serve(app, profitAlertOutcomes, () => outcomes.get('HKEX'))
}

/** Groups announcements by day in Hong Kong, keeping their order. */
function byDay(alerts: readonly AlertRow[], listed: ReadonlySet<string>) {
  const days = Map.groupBy(alerts, ({ releasedAt }) => dayAt('HKEX', releasedAt.getTime()))
  return [...days].map(([date, released]) => ({
    date,
    stockList: released.map(({ releasedAt, ...alert }) => ({
      ...alert,
      releaseTime: releasedAt.toISOString(),
      inFinList: listed.has(alert.stockCode),
    })),
  }))
}
