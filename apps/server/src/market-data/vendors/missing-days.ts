import { addDays, type Day, dayAt, isTradingDay } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Language } from '@finlist/i18n/languages'
import { momentAt } from '../../background/daily-at.ts'
import { hourly } from '../../background/hourly.ts'
import type { Job } from '../../background/jobs.ts'
import type { Database } from '../../db/database.ts'
import type { SendNotice } from '../../notifications/messenger.ts'
import { staffAddresses } from '../../notifications/staff-addresses.ts'
import type { Reason } from '../import/import-errors.ts'
import { translateReason } from '../import/import-errors.ts'
import { readClosings } from '../store/closings.ts'
import { perhapsClosed } from './perhaps-closed.ts'
import { daysTaken, firstDayTaken, lastBarDay } from './store.ts'

/** Time at which staff start work, in the exchange's time zone. */
const morning = '08:30'
/** Time, in the same time zone, from which a day with hardly any prices from the source may have been a closing. */
const evening = '20:00'

type Watched = { exchange: ExchangeId; source: string; isAsked: boolean }
type Parts = { database: Database; watched: readonly Watched[]; adminEmails: readonly string[]; send: SendNotice }

/**
 * Hourly job: e-mails staff, once, if a market's last trading day is not complete by the next morning, or if hardly any
 * stock has a price on the evening of the day itself. The latter e-mail asks whether the market was closed.
 */
export function missingDaysJob(parts: Parts): Job {
  return {
    name: 'missing-days',
    next: hourly,
    async run(now) {
      let rows = 0
      for (const market of parts.watched) if (await tellIfMissing(parts, market, now)) rows++
      return { rows }
    },
  }
}

async function tellIfMissing(
  { database, adminEmails, send }: Parts,
  { exchange, source, isAsked }: Watched,
  now: number,
) {
  const { db } = database
  const today = dayAt(exchange, now)
  const isEvening = now >= momentAt(exchange, today, evening)
  if (!isEvening && now < momentAt(exchange, today, morning)) return false
  const date = isEvening ? today : addDays(today, -1)
  if (!isTradingDay(exchange, date, await readClosings(db))) return false
  const closed = isAsked ? await perhapsClosed(db, exchange, date) : undefined
  const isThere = async () => {
    // A source is never asked for the days before its first night: a backfill or staff loaded them.
    const isOfNight = isAsked && ((await firstDayTaken(db, exchange)) ?? '9999') <= date
    return isOfNight
      ? (await daysTaken(db, exchange, date)).has(date)
      : ((await lastBarDay(db, exchange)) ?? '') >= date
  }
  if (!closed && (isEvening || (await isThere()))) return false
  return await database.transaction(async tx => {
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('missing_day_told')
      .values({ exchange, date, told_at: new Date(now) })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) return false
    const why: Reason | undefined = closed
      ? { text: 'source.perhaps-closed', values: { stocks: closed.stocks, without: closed.withoutBar } }
      : await reasonFor(db, exchange, date)
    for (const { email: to, language: spoken } of await staffAddresses(tx, adminEmails)) {
      const language: Language = spoken ?? 'en'
      const reason = why ? translateReason(language, why) : ''
      await send(tx, 'day-missing', { to, language, values: { market: exchange, date, source, reason } })
    }
    return true
  })
}

async function reasonFor(db: Database['db'], exchange: ExchangeId, day: Day): Promise<Reason | undefined> {
  const row = await db
    .selectFrom('source_refusal')
    .select('reason')
    .where('exchange', '=', exchange)
    .where('asked_for', '=', day)
    .where('stock_code', 'is', null)
    .orderBy('refusal_id')
    .executeTakeFirst()
  return row && (row.reason as Reason)
}
