import { describe, expect, it } from 'vitest'
import { dayNumber } from '../market-trend/breadth.ts'
import type { Stock } from '../picking/bars.ts'
import { isoDay } from '../picking/days.ts'
import { Random } from '../random.ts'
import { type ScreenFigures, screenFiguresOf, seenForScreen } from './bar-figures.ts'

const newest = dayNumber('2026-07-17')
const noHalfDays: ReadonlySet<number> = new Set()

/** A stock that trades on every weekday, with the close of each day by its place, counted back from the newest day. */
function stockOf(
  code: string,
  closeAt: (back: number) => number,
  bars = 400,
  volumeAt: (back: number) => number = () => 1e7,
): Stock {
  const days: number[] = []
  for (let day = newest; days.length < bars; day--)
    if (![0, 6].includes(new Date(`${isoDay(day)}T00:00:00Z`).getUTCDay())) days.unshift(day)
  const column = (of: (back: number) => number) => days.map((_, at) => of(bars - 1 - at))
  return {
    code,
    days,
    high: column(back => closeAt(back) * 1.02),
    low: column(back => closeAt(back) * 0.98),
    close: column(closeAt),
    volume: column(volumeAt),
  }
}

function figuresOf(
  stocks: readonly Stock[],
  { day = newest, index = new Map<number, number>(), halfDays = noHalfDays } = {},
) {
  const seen = stocks.flatMap(stock => seenForScreen('HKEX', stock, day, { halfDays, index }) ?? [])
  return screenFiguresOf(seen)
}
const ofOne = (stock: Stock, options?: Parameters<typeof figuresOf>[1]): ScreenFigures =>
  figuresOf([stock], options).get(stock.code)!

/** A price that rose by 1 a day, to 500. */
const rising = stockOf('0001', back => 500 - back)
/** Rises and falls by turns. */
const level = stockOf('0002', back => (back % 2 === 0 ? 100 : 101))

describe('the figures of a stock', () => {
  it('compare its close with closes of calendar periods before', () => {
    const { change1d, change1w, change1m, changeytd } = ofOne(rising)
    expect([change1d, change1w]).toEqual([percent(500, 499), percent(500, 495)])
    // 17 June is 22 trading days before 17 July, and 31 December is 142.
    expect([change1m, changeytd]).toEqual([percent(500, 478), percent(500, 358)])
  })

  it('compare its close with averages, and with the year’s highest and lowest price', () => {
    expect(ofOne(rising)).toMatchObject({
      sma20: 490.5,
      sma200: 400.5,
      dist20: percent(500, 490.5),
      dist200: percent(500, 400.5),
      high52: percent(500, 500 * 1.02),
      low52: percent(500, 240 * 0.98),
    })
  })

  it('measure ranges in percent', () => {
    const { adr, atr, tight, volatility } = ofOne(level)
    expect(adr).toBe(percent(1.02, 0.98))
    expect(tight).toBe(1)
    // The ranges are 4 and 4.04 by turns; both reach beyond the close of the day before.
    expect(atr).toBe(4.02)
    const daily = Math.log(1.01)
    expect(volatility).toBeCloseTo(daily * Math.sqrt((60 / 59) * 252) * 100, 1)
  })

  it('compare volumes of the last 50 days, without half days', () => {
    const busy = stockOf(
      '0003',
      back => 500 - back,
      400,
      back => (back === 0 ? 5e7 : back === 3 ? 1 : 1e7),
    )
    const half = new Set([busy.days[396]!])
    expect(ofOne(busy, { halfDays: half })).toMatchObject({ turnover: 500 * 5e7, avgvolume: (5e7 + 49e7) / 50 })
    expect(ofOne(level).updown).toBe(1)
    expect(ofOne(rising).updown).toBeNull()
  })

  it('say whether its relative strength is above that of each of 200 days before', () => {
    const index = new Map(Array.from(rising.days, day => [day, 1_000]))
    expect(ofOne(rising, { index }).rsnewhigh).toBe(1)
    expect(ofOne(level, { index }).rsnewhigh).toBe(0)
    expect(ofOne(rising, { index: new Map([[newest, 1_000]]) }).rsnewhigh).toBeNull()
    expect(ofOne(rising).rsnewhigh).toBeNull()
  })

  it('are unknown where its history is too short', () => {
    expect(ofOne(stockOf('0004', () => 50, 15))).toMatchObject({
      change1w: 0,
      change1m: null,
      sma20: null,
      dist50: null,
      high52: null,
      atr: 4,
      volatility: null,
      avgvolume: null,
      template: null,
      base: '',
      topivot: null,
    })
  })

  it('have no change on a day without a trade, and none at all after a week without', () => {
    const idle = stockOf('0005', () => 50)
    expect(figuresOf([idle], { day: newest + 3 }).get('0005')).toMatchObject({ change1d: null, dist50: 0 })
    expect(figuresOf([idle], { day: newest + 7 }).size).toBe(0)
  })

  it('compare it with the other stocks: rank four weeks ago, and conditions met', () => {
    // Falls for a year, and doubles in the last four weeks.
    const turned = stockOf('0006', back => (back < 20 ? 200 - 5 * back : 100 + (back - 20) / 10))
    const others = Array.from({ length: 9 }, (_, at) => stockOf(`001${at}`, back => 500 - back / (at + 2)))
    const figures = figuresOf([turned, rising, ...others])
    expect(figures.get('0006')!.rs4w).toBe(98)
    expect(figures.get('0001')!.template).toBe(8)
  })

  it('do not depend on later bars or splits, nor on how many shares one was', () => {
    const random = new Random('screen-figures')
    const closes = Array.from({ length: 420 }, () => 0)
    let close = 100
    for (let at = 419; at >= 0; at--) closes[at] = close *= 1 + 0.02 * random.gaussian()
    const walk = stockOf('0007', back => closes[back]!)
    const until = ofOne(walk, { day: newest - 14 })
    const cut = (column: ArrayLike<number>) => Array.from(column).slice(0, -10)
    const shorter = {
      ...walk,
      days: cut(walk.days),
      high: cut(walk.high),
      low: cut(walk.low),
      close: cut(walk.close),
      volume: cut(walk.volume),
    }
    expect(ofOne(shorter, { day: newest - 14 })).toEqual(until)
    const later = { ...walk, splits: [{ exDay: newest - 5, numerator: 2, denominator: 1 }] }
    expect(ofOne(later, { day: newest - 14 })).toEqual(until)
  })
})

const percent = (to: number, from: number) => Math.round((to / from - 1) * 10_000) / 100
