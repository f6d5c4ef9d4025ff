import type { ExchangeId } from '../markets.ts'
import type { SettledPick } from '../outcome/cells.ts'
import { follow } from '../outcome/follow.ts'
import type { Costs } from '../outcome/rule.ts'
import { outcomesOf, type TrackedPick } from '../outcome/track.ts'
import { drawsOfPicks, outcomeOfTwins, type Twin, twinRule } from '../outcome/twin.ts'
import { placeUntil } from '../picking/bars.ts'
import { isoDay } from '../picking/days.ts'
import { issueOfLooks } from '../picking/issue.ts'
import { looksOf } from '../picking/look.ts'
import { method } from '../picking/method.ts'
import { weekEnds } from './week-ends.ts'
import type { World } from './world.ts'

/**
 * `weeks`: the number of weeks, up to the newest, for which lists are made. `seedOf`: returns the SHA-256 of a text in
 * hex, the seed for drawing twins (comparison stocks).
 */
export type RecordAsked = { weeks: number; costs: Costs; seedOf: (text: string) => string }

type Listed = TrackedPick & { code: string; week: number; base: string; twins: readonly Twin[] }

/**
 * The track record that the method would have in a simulated market: it makes the list of every week, draws twins, and
 * follows both until the last day. Only settled picks with settled twins are returned; repeated picks are left out.
 */
export function recordOf(exchange: ExchangeId, world: World, { weeks, costs, seedOf }: RecordAsked): SettledPick[] {
  const stockOf = new Map(world.map(stock => [stock.code, stock]))
  const trade = { market: exchange, costs }
  const listed = weekEnds(world)
    .slice(-weeks)
    .flatMap((day, week) => listOf(exchange, world, day, seedOf).map(pick => ({ ...pick, week })))
  const outcomeOfTwin = ({ code, buyPoint }: Twin, day: number) => {
    const stock = stockOf.get(code)!
    return follow(stock, placeUntil(stock.days, day) + 1, buyPoint, trade)
  }
  return [...new Set(listed.map(({ code }) => code))].flatMap(code => {
    const picks = listed.filter(pick => pick.code === code)
    const outcomes = outcomesOf(picks, stockOf.get(code)!, trade)
    return picks.flatMap(({ day, week, base, twins }, at): SettledPick[] => {
      const outcome = outcomes[at]!
      if ('repeats' in outcome || outcome.worst.net === null || outcome.endsOn === Infinity) return []
      const { twinsOpen, twinWorst, twinBest } = outcomeOfTwins(twins.map(twin => outcomeOfTwin(twin, day)))
      if (twinsOpen > 0 || twinWorst === null) return []
      const { worst, best } = outcome
      return [{ week, year: isoDay(day).slice(0, 4), base, worst: worst.net! - twinWorst, best: best.net! - twinBest! }]
    })
  })
}

/** The day's picks with a buy point. */
function listOf(
  exchange: ExchangeId,
  world: World,
  day: number,
  seedOf: RecordAsked['seedOf'],
): Omit<Listed, 'week'>[] {
  const looks = looksOf(exchange, world, day, method.listed.rank - twinRule.rank)
  const rows = issueOfLooks(exchange, looks, day).picks.filter(({ base }) => base)
  const codes = rows.map(({ code }) => code)
  const draws = drawsOfPicks(exchange, looks, codes, code => seedOf(`${day} ${code}`))
  return rows.map(({ code, pattern, buyPoint }) => ({ code, day, base: pattern, buyPoint, twins: draws[code]!.twins }))
}
