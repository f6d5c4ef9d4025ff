import type { marketTrend } from '@finlist/contract/market-trend'
import type * as z from 'zod/mini'
import type { BreadthRow, StateRow } from './store.ts'

type Known = number | null

/** The newest day in full, and the other days as columns. `days` and `states` are oldest first. */
export function snapshotOf(days: BreadthRow[], states: StateRow[]): z.input<(typeof marketTrend)['data']> {
  const day = days.at(-1)
  const short = states.findLast(state => state.short_term)
  const long = states.findLast(state => !state.short_term)
  const { stocks = null } = day ?? {}
  const tenWeeks = together(day?.onTenWeekMa, day?.underTenWeekMa)
  const fortyWeeks = together(day?.onFortyWeekMa, day?.underFortyWeekMa)
  const list = (name: Exclude<keyof BreadthRow, 'date' | 'uploaded'>) => days.map(known => known[name])
  return {
    issueDate: day?.date ?? null,
    uploaded: day?.uploaded ?? false,
    shortTermMarketTrend: short?.trend ?? null,
    shortTermStartDate: short?.start_date ?? null,
    midLongTermMarketTrend: long?.trend ?? null,
    midLongTermStartDate: long?.start_date ?? null,
    stocks,
    ...part('up', day?.up, stocks),
    ...part('down', day?.down, stocks),
    ...part('noChange', day?.noChange, stocks),
    ...partOfBoth('onTenWeekMa', day?.onTenWeekMa, tenWeeks, stocks),
    ...partOfBoth('underTenWeekMa', day?.underTenWeekMa, tenWeeks, stocks),
    ...partOfBoth('onFortyWeekMa', day?.onFortyWeekMa, fortyWeeks, stocks),
    ...partOfBoth('underFortyWeekMa', day?.underFortyWeekMa, fortyWeeks, stocks),
    ...part('fiftyTwoWeekHigh', day?.fiftyTwoWeekHigh, stocks),
    ...part('fiftyTwoWeekLow', day?.fiftyTwoWeekLow, stocks),
    history: {
      dates: days.map(({ date }) => date),
      upList: list('up'),
      downList: list('down'),
      onTenWeekMaList: list('onTenWeekMa'),
      underTenWeekMaList: list('underTenWeekMa'),
      onFortyWeekMaList: list('onFortyWeekMa'),
      underFortyWeekMaList: list('underFortyWeekMa'),
      fiftyTwoWeekHighList: list('fiftyTwoWeekHigh'),
      fiftyTwoWeekLowList: list('fiftyTwoWeekLow'),
    },
    stocksList: list('stocks'),
    states: states.map(({ short_term, start_date, trend }) => ({
      shortTerm: short_term,
      startDate: start_date,
      marketTrend: trend,
    })),
  }
}

type Part<Name extends string> = Record<Name | `${Name}Percent`, Known>

const part = <Name extends string>(name: Name, count: Known = null, of: Known) =>
  ({ [name]: count, [`${name}Percent`]: percent(count, of) }) as Part<Name>

const partOfBoth = <Name extends string>(name: Name, count: Known = null, both: Known, all: Known) =>
  ({ ...part(name, count, both), [`${name}TotalPercent`]: percent(count, all) }) as Part<Name> &
    Record<`${Name}TotalPercent`, Known>

const together = (one: Known = null, other: Known = null) => (one === null || other === null ? null : one + other)

/** Percentage with two decimals. */
const percent = (count: Known, of: Known) =>
  count === null || of === null || of === 0 ? null : Math.round((count / of) * 10_000) / 100
