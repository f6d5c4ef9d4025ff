import type { AlertKind } from '@finlist/domain/alerts/kind-names'
import { addDays, type Day, dayAt } from '@finlist/domain/calendar'
import { type Drawing } from '@finlist/domain/chart/drawings'
import { usualStudies } from '@finlist/domain/chart/studies'
import { symbolOf } from '@finlist/domain/chart/symbol'
import type { ExchangeId } from '@finlist/domain/markets'
import { sql } from 'kysely'
import { findByEmail } from '../commands/make-account.ts'
import type { Database, Tx } from '../db/database.ts'
import { insertFilterSet } from '../features/finder/store.ts'
import { insertWatchlist } from '../features/watchlist/store.ts'

const part = 'lived-in'
const version = 1

/**
 * The demo subscribers that get activity; `full-lists` and `free` remain extreme cases. Each has a different `skip`, so
 * that their picks differ.
 */
const subscribers: { name: string; exchange: ExchangeId; skip: number; findsStocks: boolean }[] = [
  { name: 'hk-yearly', exchange: 'HKEX', skip: 0, findsStocks: true },
  { name: 'hk-quarterly', exchange: 'HKEX', skip: 1, findsStocks: true },
  { name: 'hk-monthly', exchange: 'HKEX', skip: 2, findsStocks: true },
  { name: 'us-yearly', exchange: 'US', skip: 0, findsStocks: false },
]

/** Age, in days, of the bought picks' list (`boughtDays`) and of the alerts (`watchedDays`). */
const boughtDays = 84
const watchedDays = 26

type Bought = { code: string; day: Day; price: number }
type Subscriber = { userId: number; exchange: ExchangeId; skip: number; today: Day }

/**
 * Gives demo subscribers what active users have: watchlists with positions bought at historical closes (a gain, a loss,
 * a split, a delisted stock), alerts that the server then evaluates on recent weeks, a filter set, and a chart with
 * drawings. Runs only once. Does nothing if there are no market data, and skips accounts that already have a watchlist.
 */
export async function fillDemoSubscribers(database: Database, now: number): Promise<void> {
  const loaded = await database.db.selectFrom('demo_part').select('version').where('name', '=', part).executeTakeFirst()
  if (loaded) return
  let filled = 0
  for (const { name, exchange, skip, findsStocks } of subscribers) {
    const userId = await findByEmail(database, `${name}@demo.example`)
    if (userId === undefined) continue
    const who = { userId, exchange, skip, today: dayAt(exchange, now) }
    if (await database.write(tx => fill(tx, who, findsStocks))) filled++
  }
  if (filled > 0) await database.db.insertInto('demo_part').values({ name: part, version }).execute()
}

async function fill(tx: Tx, who: Subscriber, findsStocks: boolean): Promise<boolean> {
  const { userId } = who
  const own = await tx.selectFrom('watchlist').select('watchlist_id').where('user_id', '=', userId).executeTakeFirst()
  const picks = await picksBought(tx, who)
  if (own || picks.length < 4) return false
  const [best, worst] = [picks[0]!, picks.at(-1)!]
  await buy(tx, who, 'Breakouts', picks)
  await buy(tx, who, 'Long-term', [...(await splitSince(tx, who)), ...(await goneSince(tx, who))])
  await setAlerts(tx, who, best, worst)
  if (findsStocks)
    await insertFilterSet(tx, userId, {
      finderFilterSetName: 'Leaders near a high',
      filters: [
        { column: 'percival_score', operation: 'gte', from: 80, to: -1 },
        { column: 'highDistance', operation: 'gte', from: -15, to: -1 },
      ],
    })
  await saveChart(tx, who, best)
  return true
}

/** Four picks from the list of twelve weeks ago, best first: two of the best performers and two of the worst. */
async function picksBought(tx: Tx, { exchange, skip, today }: Subscriber): Promise<Bought[]> {
  const { rows } = await sql<Bought>`
    with list as (select max(issue_date) as day from finlist_issue
      where exchange = ${exchange} and issue_date <= ${addDays(today, -boughtDays)}),
    known as (
      select p.stock_code as code, bought.date as day, bought.close as price, last.close / bought.close as grown
      from finlist_pick p cross join list
      cross join lateral bars_after(${exchange}, p.stock_code, list.day, 1) bought
      cross join lateral bars_before(${exchange}, p.stock_code, 'infinity', 1) last
      where p.exchange = ${exchange} and p.issue_date = list.day and bought.close > 0 and last.date > ${addDays(today, -10)}
        and not exists (select from corporate_action a where a.exchange = ${exchange} and a.stock_code = p.stock_code)),
    placed as (select *, row_number() over (order by grown desc) as up, row_number() over (order by grown) as down from known)
    select code, day, price from placed where up in (${1 + skip}, ${4 + skip}) or down in (${1 + skip}, ${4 + skip})
    order by grown desc`.execute(tx)
  return rows
}

/** A stock bought before its shares were split. */
async function splitSince(tx: Tx, { exchange, skip, today }: Subscriber): Promise<Bought[]> {
  const { rows } = await sql<Bought>`
    select a.stock_code as code, b.date as day, b.close as price from corporate_action a
    cross join lateral bars_before(${exchange}, a.stock_code, a.ex_date - 20, 1) b
    where a.exchange = ${exchange} and a.kind = 'split' and a.ex_date between ${addDays(today, -700)} and ${today}
      and exists (select from bars_before(${exchange}, a.stock_code, 'infinity', 1) last where last.date > ${addDays(today, -10)})
    order by a.ex_date desc, a.stock_code offset ${skip} limit 1`.execute(tx)
  return rows
}

/** A stock that has since been delisted. */
async function goneSince(tx: Tx, { exchange, skip, today }: Subscriber): Promise<Bought[]> {
  const { rows } = await sql<Bought>`
    select l.stock_code as code, b.date as day, b.close as price from listing l
    cross join lateral bars_before(${exchange}, l.stock_code, l.delisted_on - 60, 1) b
    where l.exchange = ${exchange} and l.delisted_on <= ${today}
    order by l.delisted_on desc, l.stock_code offset ${skip % 2} limit 1`.execute(tx)
  return rows
}

async function buy(tx: Tx, { userId, exchange }: Subscriber, name: string, bought: readonly Bought[]) {
  const watchlistId = await insertWatchlist(tx, userId, name)
  await sql`
    insert into watchlist_stock (user_id, watchlist_id, exchange, stock_code, buy_price, shares, created_at)
    select ${userId}, ${watchlistId}, ${exchange}, code, price, shares, day::date + interval '10 hours'
    from unnest(${bought.map(it => it.code)}::text[], ${bought.map(it => it.price)}::float8[],
      ${bought.map((_, at) => 200 * (at + 1))}::int[], ${bought.map(it => it.day)}::text[]) as b(code, price, shares, day)`.execute(
    tx,
  )
}

/** Sets alerts dated weeks ago, so that the server finds everything that would have triggered them since. */
async function setAlerts(tx: Tx, who: Subscriber, best: Bought, worst: Bought) {
  const { userId, exchange, today } = who
  const since = addDays(today, -watchedDays)
  const { highest } = await rangeOf(tx, who, best.code, addDays(since, -20), since)
  const { lowest } = await rangeOf(tx, who, worst.code, addDays(since, -20), since)
  const alerts: [AlertKind, string | null, number | null][] = [
    ['issue', null, null],
    ['entered', null, null],
    ['state', null, null],
    ['stop', null, null],
    ['price-above', best.code, highest],
    ['price-below', worst.code, lowest],
    ['move', best.code, 4],
    ['volume', worst.code, 2],
  ]
  for (const [kind, code, value] of alerts)
    await sql`
      insert into alert (user_id, kind, exchange, stock_code, value, value_on, known_to, created_at, changed_at)
      values (${userId}, ${kind}, ${exchange}, ${code}, ${value}, ${since}, ${since},
        ${since}::date + interval '10 hours', ${since}::date + interval '10 hours')`.execute(tx)
}

async function rangeOf(tx: Tx, { exchange }: Subscriber, code: string, from: Day, to: Day) {
  const { rows } = await sql<{ highest: number; lowest: number }>`
    select max(high) as highest, min(low) as lowest from bars_between(${exchange}, ${code}, ${from}, ${to})`.execute(tx)
  return rows[0]!
}

/** Saves a named chart, and the same drawings in the stock's chart memory. */
async function saveChart(tx: Tx, { userId, exchange }: Subscriber, { code, day, price }: Bought) {
  const { rows } = await sql<{ day: Day; low: number }>`
    select date as day, low from bars_after(${exchange}, ${code}, ${day}, 60) order by date`.execute(tx)
  const symbol = symbolOf({ exchange, stockCode: code })
  const drawings = [
    { id: 'bought', type: 'horizontal', points: [pointAt(day, price)], asTraded: true, style: { line: 'dashed' } },
    ...supportUnder(rows),
  ] satisfies Drawing[]
  const content = {
    v: 1,
    symbol,
    resolution: '1D',
    scale: 'linear',
    compared: [],
    kind: 'candles',
    panes: [
      { id: 'price', height: 3 },
      { id: 'volume', height: 1 },
      { id: 'strength', height: 1 },
    ],
    studies: usualStudies.map(study => ({ ...study, style: {}, pane: study.id === 'average' ? 'price' : study.id })),
    drawings,
  }
  await sql`
    insert into saved_chart (user_id, client, name, symbol, resolution, content)
    values (${userId}, 'web', ${`${code}: breakout`}, ${symbol}, '1D', ${JSON.stringify(content)})`.execute(tx)
  await sql`
    insert into chart_memory (user_id, exchange, stock_code, content, version)
    values (${userId}, ${exchange}, ${code}, ${JSON.stringify(drawings)}, 1)`.execute(tx)
}

const pointAt = (day: Day, price: number) => ({ time: Date.parse(`${day}T00:00:00Z`) / 1_000, price })

/** A line through the lowest low of the earlier days and that of the later ones. */
function supportUnder(bars: readonly { day: Day; low: number }[]): Drawing[] {
  const half = Math.floor(bars.length / 2)
  if (half === 0) return []
  const lowestOf = (some: typeof bars) => some.reduce((one, other) => (other.low < one.low ? other : one))
  const points = [lowestOf(bars.slice(0, half)), lowestOf(bars.slice(half))].map(it => pointAt(it.day, it.low))
  return [{ id: 'support', type: 'trend', points, asTraded: true, style: {} }]
}
