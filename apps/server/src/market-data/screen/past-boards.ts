import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { isoDay } from '@finlist/domain/picking/days'
import { inThread } from '../../background/in-thread.ts'
import type { Database, Db, Tx } from '../../db/database.ts'
import { Turns } from '../../http/turns.ts'
import { type BoardRow, figuresOfBoard } from '../breadth/board-rows.ts'
import { readClosings } from '../store/closings.ts'
import { newestWeek, weekUntil } from '../store/week.ts'
import type { PastBoardAnswer, PastBoardWork } from './make-past-board.ts'
import { readNames } from './store.ts'

/** Boards kept per market; those made longest ago are deleted first. One of 2,500 stocks takes 0.5 MB. */
const mostKept = 120
/** Boards are computed one at a time. A request whose turn does not come within this time is refused. */
const waitMs = 20_000
const thread = new URL('../../workers/past-board.ts', import.meta.url)
const limits = { seconds: 120, megabytes: 1_024 }
const figures = figuresOfBoard.join()

const [pack, unpack] = [promisify(gzip), promisify(gunzip)]

/** A market's board of a past week, with today's names. */
export type ReadPastBoard = (exchange: ExchangeId, week: Day) => Promise<PastBoard>
type PastBoard = { date: Day | null; rows: readonly (Omit<BoardRow, 'day'> & Partial<Names> & { date: Day })[] }
type Names = Awaited<ReturnType<typeof readNames>> extends ReadonlyMap<string, infer One> ? One : never

/** Reads boards of past weeks. One that nobody has asked for before is computed in a thread and kept. */
export function pastBoards(database: Database): ReadPastBoard {
  const { db } = database
  const turns = new Turns({ atOnce: 1, waitMs })
  const changes = new Map<string, number>()
  database.changes.on('prices', exchange => changes.set(exchange, (changes.get(exchange) ?? 0) + 1))
  const making = new Map<string, Promise<PastBoardAnswer>>()

  async function make(work: PastBoardWork): Promise<PastBoardAnswer> {
    return await turns.run(async () => {
      const before = changes.get(work.exchange)
      const { url: databaseUrl } = await database.reports.place({ whole: true })
      const answer = await inThread<PastBoardAnswer>(thread, { databaseUrl, work }, limits)
      // If prices were published meanwhile, the board may lack them.
      if (changes.get(work.exchange) === before) await keep(database, work, answer)
      return answer
    })
  }

  /** Concurrent requests for one board share its computation. */
  function makeOnce(work: PastBoardWork): Promise<PastBoardAnswer> {
    const key = `${work.exchange} ${work.week}`
    const running = making.get(key)
    if (running) return running
    const made = make(work).finally(() => making.delete(key))
    making.set(key, made)
    return made
  }

  return async (exchange, week) => {
    const kept = await db
      .selectFrom('past_board')
      .select(['date', 'stocks'])
      .where('exchange', '=', exchange)
      .where('week', '=', week)
      .where('figures', '=', figures)
      .executeTakeFirst()
    const { date, stocks } = kept
      ? { date: kept.date, stocks: JSON.parse((await unpack(kept.stocks)).toString()) as BoardRow[] }
      : await makeOnce({ exchange, week })
    const names = await readNames(db, exchange)
    return {
      date,
      rows: stocks.map(({ day, ...row }) => ({ ...row, date: isoDay(day), ...names.get(row.stock_code) })),
    }
  }
}

/** The newest week that was complete on `day`, by its last trading day, and whose prices are expected by now. */
export async function weekBefore(db: Db, exchange: ExchangeId, { day, now }: { day: Day; now: number }): Promise<Day> {
  const closings = await readClosings(db)
  const newest = newestWeek(exchange, now, closings)
  return day >= newest ? newest : weekUntil(exchange, day, closings)
}

/** Deletes the market's boards that prices from `from` on may have changed, or might by now have a day for. */
export async function dropPastBoards(tx: Tx, exchange: ExchangeId, from: Day): Promise<void> {
  await tx.deleteFrom('past_board').where('exchange', '=', exchange).where('week', '>=', from).execute()
}

async function keep({ pool }: Database, { exchange, week }: PastBoardWork, { date, stocks }: PastBoardAnswer) {
  await pool.query(
    `insert into past_board (exchange, week, date, figures, stocks) values ($1, $2, $3, $4, $5)
     on conflict (exchange, week) do update set date = excluded.date, figures = excluded.figures,
       stocks = excluded.stocks, made_at = excluded.made_at`,
    [exchange, week, date, figures, await pack(JSON.stringify(stocks))],
  )
  await pool.query(
    `delete from past_board where exchange = $1 and week in (
       select week from past_board where exchange = $1 order by made_at desc, week offset $2)`,
    [exchange, mostKept],
  )
}
