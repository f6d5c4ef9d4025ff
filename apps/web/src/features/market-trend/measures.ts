import type { MarketTrendData } from '@finlist/contract/market-trend'

type Values = readonly (number | null)[]

/** A measure to chart, in percent: a net figure around zero (advances minus declines), or a share from 0 to 100. */
export type Measure = {
  name: 'netAdvances' | 'aboveTenWeek' | 'aboveFortyWeek' | 'netHighs'
  around: 'zero' | 'hundred'
  values: Values
}

export const measuresOf = ({ history, stocksList }: Pick<MarketTrendData, 'history' | 'stocksList'>) =>
  ({
    moves: net('netAdvances', history.upList, history.downList, stocksList),
    'ten-weeks': above('aboveTenWeek', history.onTenWeekMaList, history.underTenWeekMaList),
    'forty-weeks': above('aboveFortyWeek', history.onFortyWeekMaList, history.underFortyWeekMaList),
    extremes: net('netHighs', history.fiftyTwoWeekHighList, history.fiftyTwoWeekLowList, stocksList),
  }) as const

/** Calculates a percentage for each day; null if one of its numbers is unknown or the whole is zero. */
const percentsOf = (values: Values, partOf: (value: number, at: number) => [part: number, of: number | null]) =>
  values.map((value, at) => {
    if (value === null) return null
    const [part, of] = partOf(value, at)
    const percent = (part / (of ?? NaN)) * 100
    return Number.isFinite(percent) ? percent : null
  })

/** The difference between two series, as a share of all stocks. */
function net(name: Measure['name'], values: Values, less: Values, stocks: Values): Measure {
  return {
    name,
    around: 'zero',
    values: percentsOf(values, (value, at) => [value - (less[at] ?? NaN), stocks[at] ?? null]),
  }
}

/** The stocks above an average, as a share of the stocks that have that average. */
function above(name: Measure['name'], values: Values, under: Values): Measure {
  return { name, around: 'hundred', values: percentsOf(values, (value, at) => [value, value + (under[at] ?? NaN)]) }
}
