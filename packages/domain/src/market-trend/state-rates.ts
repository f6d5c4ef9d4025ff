import { type Closings, type Day, endsWeek } from '../calendar.ts'
import { blocks } from '../chance/blocks.ts'
import { walks } from '../chance/walks.ts'
import type { ExchangeId } from '../markets.ts'
import { holm, type Interval, intervalByBlocks } from '../outcome/interval.ts'
import { type Widening, wideningOf } from '../outcome/widening.ts'
import type { Stock } from '../picking/bars.ts'
import { isoDay } from '../picking/days.ts'
import { dayNumber } from './breadth.ts'
import { longTermStates, weeksOf } from './long-term-proposal.ts'
import { type IndexBar, shortTermStates } from './proposal.ts'
import { type Ahead, aheads, fewestWeeks, type Term, terms } from './terms.ts'
import { type MarketTrend, marketTrends } from './trend.ts'

/**
 * How the index changed after weeks in one state. `weeks`: the number of those weeks. `mean`: the index's mean change
 * over the weeks that followed, as a fraction. `more`: by how much that mean exceeds the mean after all weeks, with its
 * confidence interval. `mean` and `more` are null with too few weeks.
 */
type StateRate = { state: MarketTrend; weeks: number; mean: number | null; more: Interval | null }

/**
 * The rates of one term, for changes over the next `ahead` weeks. `weeks`: the number of weeks for which both the state
 * and the change are known. `mean`: the mean change after all of them. `states`: the rate of each state.
 */
type TermRates = { term: Term; ahead: Ahead; weeks: number; mean: number | null; states: StateRate[] }

/**
 * Intervals are widened by factors estimated from `worlds` simulated markets. The `p` values are corrected for the
 * number of intervals.
 */
export type StateRates = { worlds: number; widenings: { ahead: Ahead; widening: Widening }[]; rates: TermRates[] }

type Bar = IndexBar & { high: number }
type Asked = {
  seed: string
  worlds: number
  closings?: Closings | undefined
  /** Returns hex digits. */
  sha256: (text: string) => string
}

/** Computes how the index changed after each state that the published rules gave. Bars are oldest first. */
export function stateRatesOf(exchange: ExchangeId, bars: readonly Bar[], asked: Asked): StateRates {
  const { seed, worlds, closings, sha256 } = asked
  const ratesOf = (index: readonly Bar[], name: string, widen?: (ahead: Ahead) => number) =>
    terms.flatMap(term =>
      aheads.map((ahead): TermRates => {
        const weeks = weeksWith(exchange, index, { term, ahead, closings })
        const seedOf = (state: MarketTrend) => sha256([seed, name, term, ahead, state].join('\n'))
        return { term, ahead, ...ratesOfWeeks(weeks, seedOf, widen?.(ahead)) }
      }),
    )
  const ofChance = Array.from({ length: worlds }, (_, number) => {
    const [world] = (number % 2 === 0 ? walks : blocks)([stockOf(bars)], `${seed} states ${number}`)
    return world ? ratesOf(barsOf(world), `world ${number}`) : []
  }).flat()
  const widenings = aheads.map(ahead => ({
    ahead,
    widening: wideningOf(ofChance.filter(rates => rates.ahead === ahead).flatMap(intervalsOf)),
  }))
  const factorOf = (of: Ahead) => widenings.find(({ ahead }) => ahead === of)?.widening.factor ?? 1
  return { worlds, widenings, rates: corrected(ratesOf(bars, 'index', factorOf)) }
}

type Week = { state: MarketTrend; change: number }

/** Consecutive weeks, each with the rule's state at its end and the index's change over the weeks after it. */
function weeksWith(
  exchange: ExchangeId,
  bars: readonly Bar[],
  { term, ahead, closings }: { term: Term; ahead: Ahead; closings: Closings | undefined },
): Week[] {
  const isOver = (lastDay: Day) => endsWeek(exchange, lastDay, closings)
  const weeks = weeksOf(bars, isOver)
  const states =
    term === 'short'
      ? new Map(shortTermStates(exchange, bars, closings).map((state, at) => [bars[at]!.date, state]))
      : new Map(longTermStates(bars, isOver).map(({ date, state }) => [date, state]))
  return weeks.slice(0, -ahead).flatMap(({ date, close }, at) => {
    const state = states.get(date)
    return state ? [{ state, change: weeks[at + ahead]!.close / close - 1 }] : []
  })
}

function ratesOfWeeks(weeks: readonly Week[], seedOf: (state: MarketTrend) => string, widen = 1) {
  const states = marketTrends.map((state): StateRate => {
    const own = weeks.filter(week => week.state === state)
    if (own.length < fewestWeeks) return { state, weeks: own.length, mean: null, more: null }
    const drawing = { weeks: weeks.length, seed: seedOf(state), widen }
    const more = intervalByBlocks(own.length, drawing, moreThanAll(weeks, state))
    return { state, weeks: own.length, mean: meanOf(own), more: more ?? null }
  })
  return { weeks: weeks.length, mean: weeks.length < fewestWeeks ? null : meanOf(weeks), states }
}

/**
 * Returns a function of week indexes: the mean change after the given weeks that are in the state, minus the mean after
 * all given weeks. Undefined if none of them is in the state.
 */
function moreThanAll(weeks: readonly Week[], state: MarketTrend): (numbers: Int32Array) => number | undefined {
  const changes = Float64Array.from(weeks, ({ change }) => change)
  const isOwn = Uint8Array.from(weeks, week => (week.state === state ? 1 : 0))
  return numbers => {
    let [all, own, count] = [0, 0, 0]
    for (const number of numbers) {
      all += changes[number]!
      own += isOwn[number]! * changes[number]!
      count += isOwn[number]!
    }
    return count === 0 ? undefined : own / count - all / numbers.length
  }
}

const meanOf = (weeks: readonly Week[]) => weeks.reduce((sum, { change }) => sum + change, 0) / weeks.length

const intervalsOf = ({ states }: TermRates): Interval[] => states.flatMap(({ more }) => more ?? [])

function corrected(rates: readonly TermRates[]): TermRates[] {
  const shown = rates.flatMap(intervalsOf)
  const ps = holm(shown.map(({ p }) => p))
  const pOf = (more: Interval) => ({ ...more, p: ps[shown.indexOf(more)]! })
  return rates.map(term => ({
    ...term,
    states: term.states.map(state => ({ ...state, more: state.more && pOf(state.more) })),
  }))
}

/** An unknown volume becomes 1, because a volume of 0 would count as a day without a trade. */
const stockOf = (bars: readonly Bar[]): Stock => ({
  code: 'index',
  days: bars.map(({ date }) => dayNumber(date)),
  high: bars.map(({ high }) => high),
  low: bars.map(({ low }) => low),
  close: bars.map(({ close }) => close),
  volume: bars.map(({ volume }) => Math.max(1, volume)),
})

const barsOf = ({ days, high, low, close, volume }: Stock): Bar[] =>
  Array.from(days, (day, at) => ({
    date: isoDay(day),
    high: high[at]!,
    low: low[at]!,
    close: close[at]!,
    volume: volume[at]! > 1 ? volume[at]! : 0,
  }))
