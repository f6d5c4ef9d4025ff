import { addDays, type Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { fewestStocks } from '../quality/fewest-stocks.ts'

/** A day may have been a closing if at least this share of the market's stocks has no bar on it. */
const mostOfThem = 0.95
/** Number of days without a bar after which a stock is not counted. */
const traded = 30
/** Number of days for which staff are asked about a day. */
const askedFor = 14
/** Reasons why a day is missing although its source responded. */
const answered = ['source.empty', 'source.few']

export type PerhapsClosed = { exchange: ExchangeId; date: Day; stocks: number; withoutBar: number }

/**
 * The counts of a trading day that may have been a closing, such as for a typhoon: the market's source answered, but
 * hardly any stock has a bar. Undefined for any other day.
 */
export async function perhapsClosed(db: Db, exchange: ExchangeId, date: Day): Promise<PerhapsClosed | undefined> {
  const { rows } = await sql<{ stocks: number; withoutBar: number }>`
    select count(*) as stocks, count(*) filter (where newest.date < ${date}) as "withoutBar"
    from stock s cross join lateral bars_before(s.exchange, s.stock_code, ${addDays(date, 1)}, 1) newest
    where s.exchange = ${exchange} and newest.date >= ${addDays(date, -traded)}
      and (exists (select from source_day where exchange = ${exchange} and date = ${date})
        or exists (select from source_refusal where exchange = ${exchange} and asked_for = ${date}
          and stock_code is null and reason ->> 'text' = any(${answered})))`.execute(db)
  const { stocks, withoutBar } = rows[0]!
  return stocks >= fewestStocks && withoutBar >= stocks * mostOfThem
    ? { exchange, date, stocks, withoutBar }
    : undefined
}

/** The days about which staff were asked and that have neither prices nor a closing yet. */
export async function daysPerhapsClosed(db: Db, now: number): Promise<PerhapsClosed[]> {
  const told = await db
    .selectFrom('missing_day_told as told')
    .select(['exchange', 'date'])
    .where('told_at', '>', new Date(now - askedFor * 86_400_000))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('market_closing as known')
            .select('date')
            .whereRef('known.exchange', '=', 'told.exchange')
            .whereRef('known.date', '=', 'told.date'),
        ),
      ),
    )
    .orderBy('date')
    .orderBy('exchange')
    .execute()
  const days = await Promise.all(told.map(({ exchange, date }) => perhapsClosed(db, exchange, date)))
  return days.filter(day => day !== undefined)
}
