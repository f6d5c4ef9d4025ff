import { setImmediate } from 'node:timers/promises'
import type { Day } from '@finlist/domain/calendar'
import { type BoardStock, boardOf, type SeenStock, seenOnBoard } from '@finlist/domain/finlist/board'
import { byFigure, figureOf, storedFigures } from '@finlist/domain/finlist/board-figures'
import { dayNumber } from '@finlist/domain/market-trend/breadth'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import {
  type ScreenFigures,
  type SeenForScreen,
  screenFiguresOf,
  seenForScreen,
} from '@finlist/domain/screener/bar-figures'
import { Repeated } from '../../background/repeated.ts'
import type { Database, Tx } from '../../db/database.ts'
import { publish } from '../../db/topics.ts'
import { barsKnown, splitsUntil, streamStocks, withSplits } from '../lists/read-picking-stocks.ts'
import { readHeldDays } from '../quality/held-days.ts'
import { dropPastBoards } from '../screen/past-boards.ts'
import { boardRows, figuresOfBoard, readHalfDays, readIndex } from './board-rows.ts'

const againMs = 600_000

/**
 * Rebuilds a market's board (the newest day's figures of all stocks, and each pick's figures on its issue's day) as
 * soon as prices or a list are published. Safe to run in several processes: one that finds the market locked skips it.
 * Returns a function that stops the worker and waits for running work.
 */
export function startBoardWorker(
  database: Database,
  log: { warn(details: object, message: string): void },
): () => Promise<void> {
  const repeated = new Repeated(log)
  const wake = repeated.every('board', againMs, async () => {
    for (const exchange of exchangeIds)
      if (!repeated.isStopped)
        await makeBoard(database, exchange).catch(error =>
          log.warn({ err: error, exchange }, 'making the board failed'),
        )
  })
  database.changes.on('prices', wake)
  database.changes.on('finlist', wake)
  return () => repeated.stop()
}

/** Builds and publishes the parts of the market's board that are due; does nothing if another process is doing so. */
async function makeBoard(database: Database, exchange: ExchangeId): Promise<void> {
  const { rowCount } = await database.pool.query(
    `select where exists (select from board_due where exchange = $1)
       or exists (select from board_stock where exchange = $1 and not figures ?& $3)
       or exists (select from finlist_pick left join pick_figure using (exchange, issue_date, stock_code)
         where exchange = $1 and (figures is null or not figures ?& $2))`,
    [exchange, storedFigures, figuresOfBoard],
  )
  if (rowCount === 0) return
  await database.load(
    async tx => {
      const { rows: locked } = await tx.query<{ free: boolean }>(
        `select pg_try_advisory_xact_lock(hashtextextended('board ' || $1, 0)) as free`,
        [exchange],
      )
      if (!locked[0]!.free) return
      const due = await tx.query<{ from_date: Day }>('delete from board_due where exchange = $1 returning from_date', [
        exchange,
      ])
      const from = due.rows[0]?.from_date
      if (from !== undefined) await dropPastBoards(tx, exchange, from)
      const isDue = from !== undefined || (await lacksFigures(tx, exchange))
      const newest = isDue ? await newestDay(tx, exchange) : undefined
      const issues = await issuesDue(tx, exchange, from)
      const days = [...(newest === undefined ? [] : [newest]), ...issues]
      const { boards, screen } = await boardsOn(tx, exchange, days, newest)
      if (isDue) await writeBoard(tx, exchange, newest === undefined ? [] : boards.get(newest)!, screen)
      for (const issue of issues) await writeFigures(tx, exchange, issue, boards.get(issue)!)
      await publish(tx, `board:${exchange}`)
    },
    { keep: true },
  )
}

/** Whether the market's board lacks one of the current figures, because an earlier version built it. */
async function lacksFigures(tx: Tx, exchange: ExchangeId): Promise<boolean> {
  const { rowCount } = await tx.query('select from board_stock where exchange = $1 and not figures ?& $2 limit 1', [
    exchange,
    figuresOfBoard,
  ])
  return rowCount !== 0
}

/** The market's newest day that is not held (a held day has too few stocks). */
async function newestDay(tx: Tx, exchange: ExchangeId): Promise<Day | undefined> {
  const held = [...(await readHeldDays(tx, exchange))]
  const { rows } = await tx.query<{ day: Day | null }>(
    `select max(date) as day from stock s cross join lateral bars_before(s.exchange, s.stock_code, 'infinity', $3) newest
     where s.exchange = $1 and not is_index and date <> all($2::date[])`,
    [exchange, held, held.length + 1],
  )
  return rows[0]!.day ?? undefined
}

/**
 * Dates of the issues to recompute: those with a pick that lacks a figure, and those on or after `from`, the first day
 * whose prices changed.
 */
async function issuesDue(tx: Tx, exchange: ExchangeId, from: Day | undefined): Promise<Day[]> {
  const { rows } = await tx.query<{ date: Day }>(
    `select distinct issue_date as date from finlist_pick left join pick_figure using (exchange, issue_date, stock_code)
     where exchange = $1 and (figures is null or not figures ?& $3 or issue_date >= $2)`,
    [exchange, from ?? '9999-12-31', storedFigures],
  )
  return rows.map(({ date }) => date)
}

/**
 * Computes the boards of these days and the screener's figures of the newest, reading one stock's bars at a time to
 * limit memory.
 */
async function boardsOn(
  tx: Tx,
  exchange: ExchangeId,
  days: readonly Day[],
  newest: Day | undefined,
): Promise<{ boards: Map<Day, BoardStock[]>; screen: Map<string, ScreenFigures> }> {
  const seen = new Map<Day, SeenStock[]>(days.map(day => [day, []]))
  const sorted = [...seen.keys()].sort()
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return { boards: new Map(), screen: new Map() }
  const numbers = sorted.map(day => [day, dayNumber(day)] as const)
  const splits = await splitsUntil(tx, exchange, last)
  const notCounted = await readHalfDays(tx, exchange, { first, last })
  const index = newest === undefined ? new Map() : await readIndex(tx, exchange, newest)
  const screened: SeenForScreen[] = []
  for await (const stock of streamStocks(tx, barsKnown(exchange, last, first))) {
    const whole = withSplits(stock, splits.get(stock.code))
    for (const [day, number] of numbers) {
      const found = seenOnBoard(exchange, whole, number, notCounted)
      if (found) seen.get(day)!.push(found)
      const onNewest = day === newest && seenForScreen(exchange, whole, number, { halfDays: notCounted, index })
      if (onNewest) screened.push(onNewest)
    }
    // The next stock may have been read already; requests come first.
    await setImmediate()
  }
  return {
    boards: new Map([...seen].map(([day, stocks]) => [day, boardOf(stocks)])),
    screen: screenFiguresOf(screened),
  }
}

/** Columns that are still filled because processes of the previous version read them. */
const formerColumns = `(figures ->> 'volumeMultiple')::float8 as volume_multiple,
  (figures ->> 'highDistance')::float8 as high_distance, (figures ->> 'rank')::int as rank`

async function writeBoard(
  tx: Tx,
  exchange: ExchangeId,
  stocks: readonly BoardStock[],
  screen: ReadonlyMap<string, ScreenFigures>,
) {
  await tx.query('delete from board_stock where exchange = $1', [exchange])
  await tx.query(
    `insert into board_stock (exchange, stock_code, date, close, close_change, volume, volume_change, figures,
       volume_multiple, high_distance, rank)
     select $1, stock_code, date '1970-01-01' + day, close, close_change, volume, volume_change, figures, ${formerColumns}
     from jsonb_to_recordset($2) as seen(stock_code text, day int, close float8, close_change float8, volume bigint,
       volume_change float8, figures jsonb)`,
    [exchange, JSON.stringify(boardRows(stocks, screen))],
  )
}

/**
 * Writes a row for each pick, even one without figures, to mark it as computed. Figures of a day's trading are null for
 * a stock that did not trade on the issue's day.
 */
async function writeFigures(tx: Tx, exchange: ExchangeId, issue: Day, stocks: readonly BoardStock[]) {
  const onIssue = dayNumber(issue)
  const rows = stocks.map(stock => ({
    stock_code: stock.code,
    figures: byFigure(storedFigures, name => (figureOf(name).isOfDay && stock.date !== onIssue ? null : stock[name])),
  }))
  await tx.query(
    `insert into pick_figure (exchange, issue_date, stock_code, figures, volume_multiple, high_distance, rank)
     select $1, $2, stock_code, figures, ${formerColumns}
     from (
       select stock_code, coalesce(seen.figures, $4) as figures
       from finlist_pick pick
       left join jsonb_to_recordset($3) as seen(stock_code text, figures jsonb) using (stock_code)
       where pick.exchange = $1 and pick.issue_date = $2
     ) of_pick
     on conflict (exchange, issue_date, stock_code) do update set figures = excluded.figures,
       volume_multiple = excluded.volume_multiple, high_distance = excluded.high_distance, rank = excluded.rank`,
    [exchange, issue, JSON.stringify(rows), JSON.stringify(byFigure(storedFigures, () => null))],
  )
}
