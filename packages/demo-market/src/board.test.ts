import { boardOf, seenOnBoard } from '@finlist/domain/finlist/board'
import { figureOf, storedFigures } from '@finlist/domain/finlist/board-figures'
import { placeUntil, type Stock } from '@finlist/domain/picking/bars'
import { looksOf } from '@finlist/domain/picking/look'
import { expect, it } from 'vitest'
import { demoMarket } from './market.ts'
import { pickingStocks } from './picking-stocks.ts'

const exchange = 'HKEX'
const stocks = pickingStocks(
  demoMarket({ seed: 'board', exchange, startDate: '2023-01-03', asOf: '2026-07-17', stocks: 60 }),
)
const day = Date.parse('2026-05-29') / 86_400_000
const boardOn = (of: readonly Stock[], halfDays: ReadonlySet<number> = new Set()) =>
  boardOf(of.flatMap(stock => seenOnBoard(exchange, stock, day, halfDays) ?? []))
const until = (stock: Stock, last: number): Stock => {
  const end = placeUntil(stock.days, last) + 1
  const part = (values: ArrayLike<number>) => Array.from(values).slice(0, end)
  const { days, high, low, close, volume } = stock
  return { ...stock, days: part(days), high: part(high), low: part(low), close: part(close), volume: part(volume) }
}

it('the demo’s board includes every traded stock, with the rank that the method gives it', () => {
  const ranks = new Map(looksOf(exchange, stocks, day).map(({ code, rank }) => [code, rank]))
  const board = boardOn(stocks)
  expect(ranks.size).toBeGreaterThan(10)
  expect(board.length).toBeGreaterThan(ranks.size)
  for (const { code, rank } of board) expect([code, rank]).toEqual([code, ranks.get(code) ?? null])
  expect(board.map(({ code }) => code)).toEqual(board.map(({ code }) => code).toSorted())
})

it('every stored figure of the demo’s board has values, rounded to the figure’s number of decimals', () => {
  const board = boardOn(stocks)
  for (const name of storedFigures) {
    const values = board.flatMap(stock => stock[name] ?? [])
    const scale = 10 ** (figureOf(name).decimals ?? 2)
    expect([name, values.length > board.length / 4]).toEqual([name, true])
    expect([name, new Set(values).size > 1]).toEqual([name, true])
    expect([name, values.filter(value => Math.round(value * scale) / scale !== value)]).toEqual([name, []])
  }
})

it('the demo’s figures of a day do not depend on later days', () => {
  expect(boardOn(stocks.map(stock => until(stock, day)))).toEqual(boardOn(stocks))
})

it('the demo’s figures of a day are computed from the bars known on that day', () => {
  const stock = stocks.find(
    ({ code, splits = [] }) => splits.length === 0 && boardOn(stocks).some(it => it.code === code),
  )!
  const { days, high, close, volume } = until(stock, day)
  const [found] = boardOn([stock])
  const at = days.length - 1
  const traded = Array.from(volume).filter((shares, place) => shares > 0 && place < at)
  const usual = traded.slice(-50).reduce((sum, shares) => sum + shares, 0) / 50
  expect(found!.volumeMultiple).toBeCloseTo(volume[at]! / usual, 2)
  const year = Array.from(high).filter((_, place) => days[place]! >= days[at]! - 364)
  expect(found!.highDistance).toBeCloseTo((close[at]! / Math.max(...year) - 1) * 100, 1)
  // The 50-day average leaves out half days.
  const halves = Array.from({ length: 20 }, (_, back) => days[at - 1 - back]!)
  const counted = Array.from(volume).filter(
    (shares, place) => shares > 0 && place < at && !halves.includes(days[place]!),
  )
  const [without] = boardOn([stock], new Set(halves))
  expect(without!.volumeMultiple).toBeCloseTo(
    volume[at]! / (counted.slice(-50).reduce((sum, shares) => sum + shares, 0) / 50),
    2,
  )
  expect(without!.volumeMultiple).not.toBe(found!.volumeMultiple)
})
