import { priceParts, type Step } from '@finlist/domain/adjust/adjustment'
import type { Adjustment } from '@finlist/domain/adjust/kinds'
import type { ChartSymbol } from '@finlist/domain/chart/symbol'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { isHeldBar } from '../quality/doubts.ts'
import { priceBy, readSteps, type StepsByStock, sharesBy } from './adjustments.ts'

export type Bar = { date: string; open: number; high: number; low: number; close: number; volume: number }

/** Comma-separated JSON numbers, oldest first; times in seconds. Empty strings if there are no bars. */
export type BarColumns = Record<'t' | 'o' | 'h' | 'l' | 'c' | 'v', string>

type Days = {
  from: string
  to: string
  last?: number | undefined
  /** Default: splits only. */
  adjustment?: Adjustment | undefined
  /** Adjusts as of the end of that day; default: today. */
  asOf?: string | undefined
  /** Leaves out bars with an unconfirmed price move. */
  isConfirmed?: boolean | undefined
  /** The market's split factors, if already read. */
  splits?: StepsByStock | undefined
}

const most = 20_000

/**
 * Daily bars of a stock or an index, oldest first: from `from` up to but excluding `to`, or the `last` newest before
 * `to`, which takes precedence over `from`. Dates are YYYY-MM-DD. At most 20,000: eighty years.
 */
export async function readBars(db: Db, symbol: ChartSymbol, days: Days): Promise<Bar[]> {
  const { rows } = await sql<Bar>`${await barsOf(db, symbol, days)}`.execute(db)
  return rows
}

/** Like `readBars`, but formatted by the database: one row instead of thousands, and no numbers to parse here. */
export async function readBarColumns(db: Db, symbol: ChartSymbol, days: Days): Promise<BarColumns> {
  const { rows } = await sql<{ [name in keyof BarColumns]: string | null }>`
    select
      array_agg((date - date '1970-01-01') * 86400::bigint)::text as t,
      array_agg(open)::text as o,
      array_agg(high)::text as h,
      array_agg(low)::text as l,
      array_agg(close)::text as c,
      array_agg(volume)::text as v
    from (${await barsOf(db, symbol, days)}) bars`.execute(db)
  const columns = Object.entries(rows[0]!).map(([name, values]) => [name, values?.slice(1, -1) ?? ''])
  return Object.fromEntries(columns) as BarColumns
}

async function barsOf(db: Db, symbol: ChartSymbol, { from, to, last, adjustment = 'splits', ...how }: Days) {
  const { exchange, stockCode } = symbol
  const { asOf } = how
  const known = adjustment === 'splits' && asOf === undefined ? how.splits : undefined
  const byStock = known ?? (await readSteps(db, exchange, { codes: [stockCode], adjustment, ofBars: true, asOf }))
  const steps = byStock.get(stockCode)
  const before = sql`
    select date, open, high, low, close, volume ${steps ? factors(steps) : sql``} from bar
    where exchange = ${exchange} and stock_code = ${stockCode} and date < ${to}
      ${how.isConfirmed ? sql`and not ${sql.raw(isHeldBar)}` : sql``}`
  const bars =
    last === undefined
      ? sql`${before} and date >= ${from} order by date limit ${most}`
      : sql`select * from (${before} order by date desc limit ${Math.min(last, most)}) newest order by date`
  return steps ? adjusted(bars) : bars
}

/** The adjustment factors of each day, as columns. */
function factors(steps: readonly Step[]) {
  const factor = (of: 'prices' | 'shares', one: number) =>
    sql`case ${sql.join(
      steps.map(
        step => sql`when date < ${sql.lit(step.before)}::date then ${sql.lit(step[of] * one)}::double precision`,
      ),
      sql` `,
    )} else ${sql.lit(one)}::double precision end`
  return sql`, ${factor('prices', priceParts)} as prices, ${factor('shares', 1)} as shares`
}

/** SQL equivalent of the domain's `adjustedBars`; not used for a stock without adjustments. */
function adjusted(bars: RawBuilder<unknown>) {
  const price = (of: 'open' | 'high' | 'low' | 'close') =>
    sql`${priceBy(sql.ref(of), sql.ref('prices'))} as ${sql.ref(of)}`
  return sql`
    select date, ${price('open')}, ${price('high')}, ${price('low')}, ${price('close')},
      ${sharesBy(sql.ref('volume'), sql.ref('shares'))} as volume
    from (${bars}) traded`
}
