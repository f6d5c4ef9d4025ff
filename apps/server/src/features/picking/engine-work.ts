import type { Day } from '@finlist/domain/calendar'
import type { ListRow } from '@finlist/domain/finlist/edited-list'
import { outlooksOf } from '@finlist/domain/learning/list-outlooks'
import { dayNumber } from '@finlist/domain/market-trend/breadth'
import type { ExchangeId } from '@finlist/domain/markets'
import { type Draw, drawsOfPicks } from '@finlist/domain/outcome/twin'
import { placeUntil, type Stock } from '@finlist/domain/picking/bars'
import type { PickBefore } from '@finlist/domain/picking/departure'
import type { DepartureReason } from '@finlist/domain/picking/departure-reasons'
import type { PickFacts } from '@finlist/domain/picking/facts'
import { type IssueRow, issueText } from '@finlist/domain/picking/issue'
import { looksOf } from '@finlist/domain/picking/look'
import { constantsOf } from '@finlist/domain/picking/method'
import { proposalOf } from '@finlist/domain/picking/proposal'
import type { LeftOut } from '@finlist/domain/prices/left-out'
import type { Tx } from '../../db/database.ts'
import type { ListOutlooks } from '../../db/tables/lists.ts'
import { type FormerPick, readFormerPicks } from '../../market-data/lists/former-picks.ts'
import { inputsHash } from '../../market-data/lists/inputs-hash.ts'
import { readPickingStocks } from '../../market-data/lists/read-picking-stocks.ts'
import { moment } from '../../market-data/quality/doubts.ts'
import { readLeftOut } from '../../market-data/quality/left-out.ts'
import { readModel } from '../../research/learning/models.ts'
import { seedsOf } from '../../research/pick-twins.ts'
import { listOfProgram } from './own-engine.ts'

export type EngineWork = {
  exchange: ExchangeId
  day: Day
  /** Stocks that staff added or want to add. */
  added: readonly string[]
  /** The operator's program, used instead of the built-in method. */
  program?: string | undefined
}

/** The engine's result for a market and day. */
export type EngineResult = {
  method: string
  constants: string
  inputsHash: string
  /** The moment as of which the data were read, in the database's format. */
  knownAt: string
  leftOut: LeftOut[]
  eligible: number
  /** The number of stocks that traded on the day, and on the last trading day of the previous week; 0 if none. */
  traded: { now: number; before: number }
  /** The list in its canonical form, as JSON text. */
  body: string
  facts: Record<string, PickFacts>
  departures: Record<string, DepartureReason> | null
  previousDate: Day | null
  /** The added stocks that traded on the day. */
  added: Record<string, AddedStock>
  twins: Record<string, Draw>
  outlooks: ListOutlooks
}

export type AddedStock = { row: ListRow; facts: PickFacts | null }

export async function workOf(tx: Tx, { exchange, day, added, program }: EngineWork): Promise<EngineResult> {
  const former = await readFormerPicks(tx, exchange, day)
  const { previousDate } = former
  const knownAt = await moment(tx)
  const leftOut = await readLeftOut(tx, exchange, day)
  if (program !== undefined) {
    const { closes, ...own } = await listOfProgram(tx, exchange, day, program)
    const there = added.flatMap(code => (closes.has(code) ? [[code, unseen(code, closes.get(code)!)] as const] : []))
    const compared = [...own.picks.flatMap(({ code, buyPoint }) => (buyPoint > 0 ? [code] : [])), ...added]
    const stocks = await readPickingStocks(tx, exchange, day)
    const looks = looksOf(exchange, stocks, dayNumber(day))
    const codes = [...own.picks.map(({ code }) => code), ...added]
    const seedOf = seedsOf({ constants: own.constants, inputs: own.inputsHash, market: exchange, date: day })
    const twins = drawsOfPicks(exchange, looks, compared, seedOf)
    return {
      ...own,
      knownAt,
      leftOut,
      facts: {},
      departures: null,
      previousDate,
      added: Object.fromEntries(there),
      twins,
      // The model has learned from the method's stocks, so a list of the operator's own program has chance alone.
      outlooks: { model: null, picks: outlooksOf(exchange, stocks, { looks, day: dayNumber(day), codes }, undefined) },
    }
  }
  const stocks = await readPickingStocks(tx, exchange, day)
  const today = dayNumber(day)
  const known = new Map(stocks.map(stock => [stock.code, stock]))
  const before = former.picks.map(pick => beforeOf(pick, known.get(pick.code)))
  const inputs = inputsHash(stocks)
  const seedOf = seedsOf({ constants: constantsOf(exchange), inputs, market: exchange, date: day })
  const { issue, looks, facts, departures, others } = proposalOf(exchange, stocks, today, before, added)
  const compared = [...issue.picks.flatMap(({ code, base }) => (base ? [code] : [])), ...added]
  const model = await readModel(tx, exchange, { before: day })
  const codes = [...issue.picks.map(({ code }) => code), ...added]
  const there = added.flatMap(code => {
    const stock = known.get(code)
    const close = stock && closeOn(stock, today)
    if (close === undefined) return []
    const { row, facts: seen } = others[code] ?? {}
    return [[code, row && seen ? { row: listRow(row), facts: seen } : unseen(code, close)] as const]
  })
  return {
    method: issue.method,
    constants: issue.constants,
    inputsHash: inputs,
    knownAt,
    leftOut,
    eligible: issue.eligible,
    traded: {
      now: stocks.filter(stock => closeOn(stock, today) !== undefined).length,
      before: tradedBefore(stocks, today),
    },
    body: issueText(issue),
    facts,
    departures: inDoubt(departures, leftOut),
    previousDate,
    added: Object.fromEntries(there),
    twins: drawsOfPicks(exchange, looks, compared, seedOf),
    outlooks: {
      model: model?.id ?? null,
      picks: outlooksOf(exchange, stocks, { looks, day: today, codes }, model?.entry),
    },
  }
}

/** A row for a stock that the method has no figures for. */
export const unseen = (code: string, close: number): AddedStock => ({
  row: { code, close, pattern: 'NIL', variant: '', buyPoint: -1, stop: -1, score: 0, rank: null, template: null },
  facts: null,
})

const listRow = ({ code, close, pattern, variant, buyPoint, stop, score, rank, template }: IssueRow): ListRow => ({
  code,
  close,
  pattern,
  variant,
  buyPoint,
  stop,
  score,
  rank,
  template,
})

function inDoubt(departures: Record<string, DepartureReason>, leftOut: readonly LeftOut[]) {
  const codes = new Set(leftOut.map(({ code }) => code))
  const reasonOf = ([code, reason]: [string, DepartureReason]) => [code, codes.has(code) ? 'in-doubt' : reason] as const
  return Object.fromEntries(Object.entries(departures).map(reasonOf))
}

const beforeOf = ({ baseFrom, ...pick }: FormerPick, stock: Stock | undefined): PickBefore => ({
  ...pick,
  baseAge: baseFrom && stock ? stock.days.length - 1 - placeUntil(stock.days, dayNumber(baseFrom)) : null,
})

function closeOn({ days, close }: Stock, day: number): number | undefined {
  const place = placeUntil(days, day)
  return days[place] === day ? close[place] : undefined
}

function tradedBefore(stocks: readonly Stock[], day: number): number {
  for (let back = 5; back < 12; back++) {
    const count = stocks.filter(stock => closeOn(stock, day - back) !== undefined).length
    if (count > 0) return count
  }
  return 0
}
