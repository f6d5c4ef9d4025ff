import type { Day } from '@finlist/domain/calendar'
import type { ModelEntry } from '@finlist/domain/learning/model-entry'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import type { Costs } from '@finlist/domain/outcome/rule'
import type { Canonical } from '@finlist/domain/picking/canonical'
import { dailyAt } from '../../background/daily-at.ts'
import { inThread } from '../../background/in-thread.ts'
import type { Job } from '../../background/jobs.ts'
import type { Database, Db, Tx } from '../../db/database.ts'
import { appendToRecord } from '../../db/record/append.ts'
import { publish } from '../../db/topics.ts'
import { readClosings } from '../../market-data/store/closings.ts'
import { newestWeek } from '../../market-data/store/week.ts'
import type { SendNotice } from '../../notifications/messenger.ts'
import { staffAddresses } from '../../notifications/staff-addresses.ts'
import { readWidening } from '../chance/widening.ts'
import { readModel, readOtherModels } from './models.ts'
import type { TrainAsked } from './train.ts'

type Parts = {
  database: Database
  databaseUrl: string
  costs: Costs
  send: SendNotice
  adminEmails: readonly string[]
  /**
   * Set in a demo, whose lists are made without outlooks: the first model is trained on prices up to the list before
   * the newest, and each run calls this at its end.
   */
  giveOutlooks?: (() => Promise<void>) | undefined
}

/** Delay after the server's start, because the server is busy then. The markets begin `turnMs` apart. */
const startMs = 4 * 60_000
const turnMs = 30_000
const thread = new URL('../../workers/learn.ts', import.meta.url)
/** Limits of the training thread. The first training of a large market takes minutes. */
const limits = { seconds: 3_600, megabytes: 1_024 }

let last: Promise<unknown> = Promise.resolve()

/** Begins a training once the one before has ended: a market's prices take hundreds of megabytes. */
function trainNext<Result>(training: () => Promise<Result>): Promise<Result> {
  const next = last.then(training)
  last = next.catch(() => undefined)
  return next
}

/**
 * Job that trains the market's model once a week, in the night after the week's outcomes were recorded, and puts it into
 * the record. Lists of later weeks use it. If what earlier lists said drifted from what came, staff get one e-mail.
 */
export function learnJob(
  exchange: ExchangeId,
  { database, databaseUrl, costs, send, adminEmails, giveOutlooks }: Parts,
): Job {
  const nightly = dailyAt(exchange, '04:30')
  const turn = exchangeIds.indexOf(exchange)
  let startedAt: number | undefined
  return {
    name: `learn-${exchange}`,
    isLong: true,
    next(last, now) {
      startedAt ??= now
      return Math.max(nightly(last, now), startedAt + startMs + turn * turnMs)
    },
    async run(now) {
      const before = await readModel(database.db, exchange)
      const ofDemo = giveOutlooks && !before ? await listBeforeNewest(database.db, exchange) : undefined
      const until = ofDemo ?? newestWeek(exchange, now, await readClosings(database.db))
      const rows = before && before.entry.until >= until ? 0 : await trainUntil(until, before?.entry)
      await giveOutlooks?.()
      return rows === 0 ? { rows } : { rows, asAt: until }
    },
  }

  /** Returns the number of stock-weeks that the model was trained on; 0 if there is none to train on. */
  async function trainUntil(until: Day, before: ModelEntry | undefined): Promise<number> {
    if (!(await hasPrices(database.db, exchange, until))) return 0
    const asked: TrainAsked = {
      exchange,
      until,
      costs,
      ...(await readOtherModels(database.db, exchange)),
      widen: (await readWidening(database.db, exchange))?.factor ?? 1,
    }
    const body = await trainNext(() => inThread<string>(thread, { databaseUrl, ...asked }, limits))
    const entry = body === '' ? undefined : (JSON.parse(body) as ModelEntry)
    if (!entry || entry.rows === 0) return 0
    await database.write(async tx => {
      if (isNewAlarm(entry, before)) await tellStaff(tx, entry)
      await keepModel(tx, entry)
    })
    return entry.rows
  }

  async function tellStaff(tx: Tx, { drift }: ModelEntry): Promise<void> {
    for (const { email: to, language } of await staffAddresses(tx, adminEmails)) {
      const values = { market: exchange, date: drift!.alarm!.on }
      await send(tx, 'outlook-drift', { to, language: language ?? 'en', values })
    }
  }
}

const isNewAlarm = ({ drift }: ModelEntry, before: ModelEntry | undefined) =>
  Boolean(drift?.alarm) && drift?.alarm?.on !== before?.drift?.alarm?.on

/** Puts a model into the record, from where lists read it. */
async function keepModel(tx: Tx, entry: ModelEntry): Promise<void> {
  const { market } = entry
  await publish(tx, `models:${market}`)
  await appendToRecord(tx, { kind: 'model', market, body: entry as unknown as Record<string, Canonical> })
}

async function listBeforeNewest(db: Db, exchange: ExchangeId): Promise<Day | undefined> {
  const rows = await db
    .selectFrom('finlist_issue')
    .select('issue_date')
    .where('exchange', '=', exchange)
    .orderBy('issue_date', 'desc')
    .limit(2)
    .execute()
  return rows[1]?.issue_date
}

/** Whether prices of the week have arrived. */
const hasPrices = async (db: Db, exchange: ExchangeId, until: Day): Promise<boolean> =>
  Boolean(
    await db
      .selectFrom('bar')
      .select('exchange')
      .where('exchange', '=', exchange)
      .where('date', '>=', until)
      .limit(1)
      .executeTakeFirst(),
  )
