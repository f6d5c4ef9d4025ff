import {
  adjustedPrice,
  adjustedShares,
  type CorporateAction,
  type Step,
  stepsOf,
} from '@finlist/domain/adjust/adjustment'
import type { Day } from '@finlist/domain/calendar'
import { type Bar, barsOf, type DemoMarket, type DemoStock } from './market.ts'
import { hasBar } from './series.ts'

export type DemoAction = CorporateAction & { stockCode: string }

/**
 * Of every hundred stocks, one consolidates its shares and one issues bonus shares. Both actions are long before the
 * first list.
 */
const consolidated = { ordinal: 17, day: 500, numerator: 1, denominator: 10 }
const withBonus = { ordinal: 27, day: 540, numerator: 3, denominator: 2 }
/** Every tenth stock pays a dividend of about 1.2% twice a year, unless it has a special event. */
const payingEvery = 10
const dividends = { every: 124, share: 0.012 }

/** A stock's corporate actions up to the market's last day, oldest first. */
export function actionsOf(market: DemoMarket, stock: DemoStock): DemoAction[] {
  const { stockCode } = stock.listing
  const known = [...sharesChanged(stock), ...paid(stock, market.days.length)].filter(
    ({ day }) => day < market.days.length,
  )
  return known.map(({ day, ...action }) => ({ ...action, stockCode, exDate: market.days[day]! }))
}

type ByDay = Omit<CorporateAction, 'exDate'> & { day: number }

function* sharesChanged({ listing: { ordinal }, traits: { special } }: DemoStock): Generator<ByDay> {
  if (special?.kind === 'split')
    yield { day: special.day, kind: 'split', numerator: special.ratio, denominator: 1, amount: null }
  for (const [kind, one] of [
    ['consolidation', consolidated],
    ['bonus', withBonus],
  ] as const)
    if (ordinal % 100 === one.ordinal)
      yield { day: one.day, kind, numerator: one.numerator, denominator: one.denominator, amount: null }
}

function* paid({ listing: { ordinal }, traits: { special }, series }: DemoStock, days: number): Generator<ByDay> {
  if (special || ordinal % payingEvery > 0) return
  for (let day = dividends.every; day < days; day += dividends.every) {
    const amount = Math.round(series.close[day - 1]! * dividends.share * 100) / 100
    if (hasBar(series, day - 1) && amount > 0)
      yield { day, kind: 'dividend', numerator: null, denominator: null, amount }
  }
}

/**
 * The steps that convert generated prices to traded prices. Splits are left out, because the generated series already
 * contains them.
 */
const stepsWithin = (market: DemoMarket, stock: DemoStock): Step[] =>
  stepsOf(
    actionsOf(market, stock).filter(({ kind }) => kind !== 'split'),
    { adjustment: 'splits', asOf: market.days.at(-1)! },
  ).map(({ before, prices, shares }) => ({ before, prices: 1 / prices, shares: 1 / shares }))

/**
 * Returns a function that gives the factors for a day's generated prices and volume; undefined for days on which the
 * generated values are already as traded.
 */
export function tradedStep(market: DemoMarket, stock: DemoStock): (day: Day) => Step | undefined {
  const steps = stepsWithin(market, stock)
  return day => steps.find(({ before }) => day < before)
}

/** A stock's bars as traded, oldest first, from one day to another, both inclusive. */
export function* tradedBars(market: DemoMarket, stock: DemoStock, from: Day, to?: Day): Generator<Bar> {
  const stepOf = tradedStep(market, stock)
  for (const bar of barsOf(market.days, stock.series, from)) {
    if (to !== undefined && bar.date > to) return
    const step = stepOf(bar.date)
    if (!step) yield bar
    else
      yield {
        date: bar.date,
        open: adjustedPrice(bar.open, step),
        high: adjustedPrice(bar.high, step),
        low: adjustedPrice(bar.low, step),
        close: adjustedPrice(bar.close, step),
        volume: adjustedShares(bar.volume, step),
      }
  }
}
