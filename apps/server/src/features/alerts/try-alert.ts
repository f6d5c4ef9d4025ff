import { type AlertTrial, mostListed, triedDays } from '@finlist/contract/alerts'
import { adjustedPrice, type Step, stepAt } from '@finlist/domain/adjust/adjustment'
import { alertRules, isTried, type TriedKind } from '@finlist/domain/alerts/kinds'
import { addDays, type Day, dayAt } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Language } from '@finlist/i18n/languages'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Database, Db } from '../../db/database.ts'
import type { InboxFacts } from '../../db/tables/alerts.ts'
import { BadRequest } from '../../http/client-errors.ts'
import { readSteps, type StepsByStock, stepRows } from '../../market-data/store/adjustments.ts'
import { assertListed, assertMayHave, checkValue, type Given, stockOf } from './check-alert.ts'
import { matchesOf } from './evaluate/bar-kinds.ts'
import { halfDaysOf, withCloseBefore } from './evaluate/looked-at.ts'
import type { Owner } from './own-alerts.ts'
import type { SeenBar } from './store.ts'

type Parts = { database: Database; config: Config; now: () => number; language: Language }
type Tried = { kind: TriedKind; exchange: ExchangeId; stockCode: string; value: number | null; today: Day }

/** Bars older than this, in days, are not tried. */
const oldest = 366
/** Number of further days that average volumes may reach back. */
const averageReach = 150

/** Holds an alert that is not set against the stock's past bars, by the rules of the evaluation. */
export async function tryAlert({ database, config, now, language }: Parts, owner: Owner, given: Given) {
  assertMayHave(config, owner, given)
  const { kind, exchange } = given
  if (!isTried(kind)) throw new BadRequest('alert.not-tried', { field: 'kind', code: 'not-tried' })
  const stockCode = stockOf(given, language)!
  const value = given.value === undefined ? null : checkValue(kind, given.value, language)
  const { db } = database
  await assertListed(db, exchange, stockCode)
  const tried = { kind, exchange, stockCode, value, today: dayAt(exchange, now()) }
  const [steps, ofBars] = [await stepsOf(db, tried), await stepsOf(db, tried, true)]
  return trialOf(tried, await readMatches(db, tried, steps, ofBars), ofBars.get(tried.stockCode) ?? [])
}

const stepsOf = (db: Db, { exchange, stockCode }: Tried, ofBars?: true) =>
  readSteps(db, exchange, { codes: [stockCode], ofBars })

type Matches = {
  days: number
  from: Day | null
  to: Day | null
  newest: number | null
  /** Newest first. `asked`: of the alert itself; otherwise the newest bar, whose figure is asked for. */
  matches: { asked: boolean; date: Day; bar: SeenBar; facts: InboxFacts }[]
}

/**
 * Runs the evaluation's query on relations that take the place of its tables: the stock's bars, and two alerts. One is
 * the alert that is tried; the other has the value 0, so that the newest bar matches it and its figure is known.
 */
async function readMatches(db: Db, tried: Tried, steps: StepsByStock, ofBars: StepsByStock): Promise<Matches> {
  const { kind, exchange, stockCode, value, today } = tried
  const asked = alertRules[kind].value === 'price' ? [value] : [value, 0]
  const notCounted = kind === 'volume' ? await halfDaysOf(db, tried, oldest + averageReach) : []
  const which = sql`(a.alert_id = 0 or b.date = (select date from newest))`
  const { rows } = await sql<Matches>`
    with alert as (
        select at - 1 as alert_id, ${exchange} as exchange, ${kind} as kind, ${stockCode} as stock_code, value,
          ${today}::date as value_on, false as paused
        from unnest(${asked}::double precision[]) with ordinality as asked(value, at)),
      step_of_value as materialized (select * from ${stepRows(new Map([[exchange, steps]]))} step),
      step_of_bar as materialized (select * from ${stepRows(new Map([[exchange, ofBars]]))} step),
      bars as materialized (
        select stock_code, date, null::timestamptz as taken_at, open, high, low, close, volume
        from bars_before(${exchange}, ${stockCode}, 'infinity', ${triedDays}) bar
        where date > ${addDays(today, -oldest)}::date and date not in (
          select date from held_day where exchange = ${exchange} and released_at is null)),
      looked_at as materialized (${withCloseBefore(exchange)}),
      newest as materialized (select date, close from bars order by date desc limit 1),
      matched (alert_id, stock_code, date, bar, facts) as (${matchesOf[kind]({ exchange, which, notCounted })})
    select (select count(*) from bars)::int as days, (select min(date) from bars) as "from", (select date from newest) as "to",
      (select close from newest) as newest,
      coalesce((select jsonb_agg(jsonb_build_object('asked', alert_id = 0, 'date', date, 'bar', bar, 'facts', facts) order by date desc)
        from matched), '[]') as matches`.execute(db)
  return rows[0]!
}

function trialOf(tried: Tried, { days, from, to, newest, matches }: Matches, steps: readonly Step[]): AlertTrial {
  const { kind, value } = tried
  const priceOn = (close: number, date: Day) => adjustedPrice(close, stepAt(steps, date))
  const figureOf = ({ date, bar, facts }: Matches['matches'][number]) =>
    Number(kind === 'move' ? facts['change'] : kind === 'volume' ? facts['multiple'] : priceOn(bar.close, date))
  const fired = matches.filter(({ asked }) => asked)
  const ofNewest = matches.find(({ asked }) => !asked)
  const isPrice = alertRules[kind].value === 'price'
  const ofPrice = newest === null || to === null ? null : priceOn(newest, to)
  const current = isPrice ? ofPrice : ofNewest ? figureOf(ofNewest) : null
  return {
    days,
    from,
    to,
    count: fired.length,
    fired: fired
      .slice(0, mostListed)
      .map(match => ({ date: match.date, figure: figureOf(match), unconfirmed: match.bar.unconfirmed })),
    current,
    distance:
      current === null || value === null
        ? null
        : isPrice
          ? percentTo(value, current)
          : rounded(value - Math.abs(current)),
    isTrue: current !== null && value !== null && (isPrice ? isReached(kind, current, value) : fired[0]?.date === to),
  }
}

const isReached = (kind: TriedKind, price: number, value: number) =>
  kind === 'price-above' ? price >= value : price <= value

const rounded = (figure: number) => Math.round(figure * 1e4) / 1e4
const percentTo = (value: number, price: number) => (price > 0 ? rounded((value / price - 1) * 100) : null)
