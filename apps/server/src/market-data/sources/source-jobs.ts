import { exchangeIds } from '@finlist/domain/markets'
import type { Job } from '../../background/jobs.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import type { SendNotice } from '../../messaging/messenger.ts'
import { marketDayJob } from './market-day-job.ts'
import { missingDaysJob } from './missing-days.ts'
import { askedMarkets, openSource } from './open-source.ts'

/** The jobs of the sources that the operator has set. */
export function sourceJobs(config: Config, database: Database, send: SendNotice): Job[] {
  const asked = askedMarkets(config)
  const watched = exchangeIds
    .filter(exchange => config[`SOURCE_${exchange}`] !== '')
    .map(exchange => ({ exchange, source: config[`SOURCE_${exchange}`], isAsked: asked.includes(exchange) }))
  if (watched.length === 0) return []
  return [
    ...asked.map(exchange => marketDayJob(database, { exchange, open: () => openSource(config, database, exchange)! })),
    missingDaysJob({ database, watched, adminEmails: config.ADMIN_EMAILS, send }),
  ]
}
