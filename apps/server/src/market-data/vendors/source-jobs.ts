import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import type { Job } from '../../background/jobs.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { Turns } from '../../http/turns.ts'
import type { SendNotice } from '../../notifications/messenger.ts'
import { marketDayJob } from './market-day-job.ts'
import { missingDaysJob } from './missing-days.ts'
import { noMoreAfterAnEnd } from './no-more-after-an-end.ts'
import { askedMarkets } from './open-source.ts'
import { sourceInThread } from './source-in-thread.ts'

/**
 * Maximum time, in ms, that a source waits for its turn. Only one thread runs at a time, since each may use as much
 * memory as the server.
 */
const turnWithinMs = 3_600_000

/** The jobs of all configured sources. */
export function sourceJobs(config: Config, database: Database, send: SendNotice): Job[] {
  const asked = askedMarkets(config)
  const watched = exchangeIds
    .filter(exchange => config[`SOURCE_${exchange}`] !== '')
    .map(exchange => ({ exchange, source: config[`SOURCE_${exchange}`], isAsked: asked.includes(exchange) }))
  if (watched.length === 0) return []
  const turns = new Turns({ atOnce: 1, waitMs: turnWithinMs })
  const open = (exchange: ExchangeId) => () =>
    noMoreAfterAnEnd(sourceInThread(config, database.db, { exchange, turns }), database.db, exchange)
  return [
    ...asked.map(exchange => marketDayJob(database, { exchange, open: open(exchange) })),
    missingDaysJob({ database, watched, adminEmails: config.ADMIN_EMAILS, send }),
  ]
}
