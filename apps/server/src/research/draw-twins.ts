import { addDays } from '@finlist/domain/calendar'
import { dayNumber } from '@finlist/domain/market-trend/breadth'
import type { ExchangeId } from '@finlist/domain/markets'
import { type Draw, drawsOfPicks } from '@finlist/domain/outcome/twin'
import { looksOf } from '@finlist/domain/picking/look'
import { constantsOf, method } from '@finlist/domain/picking/method'
import { inThread } from '../background/in-thread.ts'
import type { Tx } from '../db/database.ts'
import { inputsHash } from '../market-data/lists/inputs-hash.ts'
import { readPickingStocks } from '../market-data/lists/read-picking-stocks.ts'
import { lastBarDay } from '../market-data/vendors/store.ts'
import { keepTwins, seedsOf } from './pick-twins.ts'

/** The inputs of a draw: the method's constants, and the hash of the bars and splits known on the issue's day. */
export type DrawnWith = { constants: string; inputs: string }

export type DrawWork = { exchange: ExchangeId; day: string; codes: readonly string[] }
export type DrawAnswer = { inputs: string; draws: Record<string, Draw> }

const thread = new URL('../workers/twins.ts', import.meta.url)
const limits = { seconds: 120, megabytes: 1_536 }

/**
 * Draws twins (comparison stocks) for the picks of an uploaded list, by the same rule as for the method's own lists.
 * Keeps existing twins. Draws nothing if the market has no recent prices, and also if it has prices of later days,
 * because the picks' outcome could then be known. Returns the inputs of the draw, or undefined if there was none.
 */
export async function drawTwins(
  tx: Tx,
  databaseUrl: string,
  { exchange, issueDate: day }: { exchange: ExchangeId; issueDate: string },
): Promise<DrawnWith | undefined> {
  const last = await lastBarDay(tx, exchange)
  if (last === undefined || last > day || last < addDays(day, -method.eligible.newestDays)) return undefined
  const { rows } = await tx.query<{ code: string }>(
    `select stock_code as code from finlist_pick pick
     where exchange = $1 and issue_date = $2 and buy_point is not null
       and stock_code <> all(array(select stock_code from pick_twins where exchange = $1 and issue_date = $2))`,
    [exchange, day],
  )
  if (rows.length === 0) return undefined
  const work: DrawWork = { exchange, day, codes: rows.map(({ code }) => code) }
  const { inputs, draws } = await inThread<DrawAnswer>(thread, { databaseUrl, work }, limits)
  await keepTwins(tx, exchange, day, draws)
  return { constants: constantsOf(exchange), inputs }
}

/** Runs in a worker thread: computes the method's figures for every stock, and draws twins with the seeds. */
export async function drawsOf(tx: Pick<Tx, 'query'>, { exchange, day, codes }: DrawWork): Promise<DrawAnswer> {
  const stocks = await readPickingStocks(tx, exchange, day)
  const inputs = inputsHash(stocks)
  const looks = looksOf(exchange, stocks, dayNumber(day))
  const seedOf = seedsOf({ constants: constantsOf(exchange), inputs, market: exchange, date: day })
  return { inputs, draws: drawsOfPicks(exchange, looks, codes, seedOf) }
}
