import { type Day, isHalfDay, tradingDays } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { Random } from '@finlist/domain/random'
import { planBases } from './base-plan.ts'
import { type Base, baseOf } from './bases.ts'
import { type Climate, climateOf, type MarketState } from './climate.ts'
import { indexSeries } from './index-series.ts'
import { type Listing, listingsOf, sectorCount } from './listing.ts'
import { type PlantedKind, plantedEffectIn } from './profiles/planted-effect.ts'
import { profileOf } from './profiles.ts'
import { asPicking, dayNumbers } from './seen.ts'
import { hasBar, type Series, seriesOf } from './series.ts'
import { stockPath } from './stock-path.ts'
import { type Traits, traitsOf } from './traits.ts'

export type DemoStock = { listing: Listing; traits: Traits; series: Series; bases: Base[] }
export type Bar = { date: Day; open: number; high: number; low: number; close: number; volume: number }

export type DemoMarket = {
  seed: string
  exchange: ExchangeId
  /** All trading days of the market, from the first to the last day with bars. */
  days: Day[]
  stocks: DemoStock[]
  index: { listing: Listing; series: Series }
  /** The market's states, each with the day on which it began. */
  states: { state: MarketState; from: Day }[]
}

export type DemoMarketOptions = {
  seed: string
  exchange: ExchangeId
  startDate: Day
  asOf: Day
  /** The number of stocks, for tests. */
  stocks?: number
  /** For tests: an effect to plant in every stock. Prices then have no bases, no drift and no common movements. */
  planted?: PlantedKind | undefined
}

/**
 * An invented market from `startDate` to `asOf`, inclusive. A later `asOf` only adds days, and a larger `stocks` only
 * adds stocks: every existing number depends only on seed, exchange and startDate. Takes one to three ms per stock for
 * 870 days.
 */
export function demoMarket({ seed, exchange, startDate, asOf, stocks, planted }: DemoMarketOptions): DemoMarket {
  const days = tradingDays(exchange, startDate, asOf)
  const climate = climateOf(seed, exchange, days.length, sectorCount)
  const halves = days.map(day => isHalfDay(exchange, day))
  const span = { numbers: dayNumbers(days), climate, isHalf: (day: number) => halves[day]!, planted }
  const listings = listingsOf(seed, exchange, stocks ?? profileOf(exchange).stocks)
  return {
    seed,
    exchange,
    days,
    stocks: listings.map(listing => demoStock(seed, exchange, listing, span)),
    index: { listing: indexListing(exchange), series: indexSeries(seed, exchange, climate, span.isHalf) },
    states: climate.states.map(({ state, from }) => ({ state, from: days[from]! })),
  }
}

/** The bars of a series from `from` on, oldest first. */
export function* barsOf(days: Day[], series: Series, from: Day = ''): Generator<Bar> {
  for (let day = 0; day < days.length; day++)
    if (days[day]! >= from && hasBar(series, day))
      yield {
        date: days[day]!,
        open: series.open[day]!,
        high: series.high[day]!,
        low: series.low[day]!,
        close: series.close[day]!,
        volume: series.volume[day]!,
      }
}

/**
 * What all stocks of a market share: its days, counted from 1970-01-01, the common returns, and which days are half
 * days.
 */
type Span = {
  numbers: Int32Array
  climate: Climate
  isHalf: (day: number) => boolean
  planted: PlantedKind | undefined
}

function demoStock(
  seed: string,
  exchange: ExchangeId,
  listing: Listing,
  { numbers, climate, isHalf, planted }: Span,
): DemoStock {
  const { stockCode, ordinal, sectorNumber } = listing
  const stream = (purpose: string) => new Random(seed, exchange, stockCode, purpose)
  const usual = traitsOf(seed, exchange, ordinal, stockCode)
  const traits = planted ? alone(usual) : usual
  const { baseEvery } = profileOf(exchange)
  // Multiples of the golden ratio spread the phases evenly for any number of stocks.
  const place = (ordinal * 0.618_033_988_75) % 1
  const plans = traits.formsBases ? planBases(stream('bases'), stream('legs'), place, baseEvery, numbers.length) : []
  const effect = plantedEffectIn(seed, exchange, stockCode, planted && { kind: planted, dailySd: traits.totalSd })
  const path = stockPath(stream('path'), traits, climate, sectorNumber, plans, baseEvery, effect)
  const series = seriesOf(stream('bars'), exchange, traits, path, isHalf, numbers.length, effect)
  const shown = { days: numbers, series, stock: asPicking(stockCode, series, numbers) }
  const bases = plans.map(plan => baseOf(exchange, plan, shown)).filter(base => base !== undefined)
  return { listing, traits, series, bases }
}

/** The traits without bases, without drift, and without movements in common with other stocks. */
const alone = (traits: Traits): Traits => ({
  ...traits,
  formsBases: false,
  drift: 0,
  beta: 0,
  sectorBeta: 0,
  ownSd: traits.totalSd,
})

function indexListing(exchange: ExchangeId): Listing {
  const { code, name, nameZh } = profileOf(exchange).index
  const empty = { sector: '', sectorZh: '', subSector: '', subSectorZh: '', profileInfo: '', profileInfoZh: '' }
  return {
    ordinal: -1,
    sectorNumber: -1,
    stockCode: code,
    isIndex: true,
    stockName: name,
    stockNameZh: nameZh,
    ...empty,
  }
}
