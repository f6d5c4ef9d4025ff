// @module-tag slow
import { expect, test } from 'vitest'
import { bridge } from '../chance/bridge.ts'
import { rule } from '../outcome/rule.ts'
import { Random } from '../random.ts'
import { chanceAt } from './chance-table.ts'
import { driftRule, type KnownList, type SaidAndCame, watched } from './drift.ts'

/**
 * Shows how the limit of the drift watch was found: in markets of random walks, where the chance that is said is true,
 * it raises about one alarm in ten years. With DRIFT_WORLDS=400 it prints the figures of decision 067.
 */
const asked = process.env['DRIFT_WORLDS']
const worlds = Number(asked ?? 150)
const weeks = 520
const weekSessions = 5
/** The share of a stock's daily variance that all stocks of a market have in common. */
const common = 0.3
const [up, down] = [Math.log(1 + rule.target), Math.log(1 - rule.stop)]

/** Ten years of lists of 3 to 20 picks, whose walks have the market's moves in common. */
function madeLists(world: number): KnownList[] {
  const random = new Random('drift', world)
  const sessions = Array.from({ length: weeks * weekSessions + rule.hold + 1 }, () => ({
    // As in chance-table.test.ts: Student's t with four degrees of freedom.
    size: 1 / Math.sqrt(-Math.log(random.uniform() * random.uniform())),
    market: random.gaussian(),
  }))
  return Array.from({ length: weeks }, (_, week) => {
    const picks = Array.from({ length: random.whole(3, 20) }, () => pickFrom(week * weekSessions))
    const day = 7 * week
    return { day, known: day + driftRule.settledDays, picks }
  })

  function pickFrom(session: number): SaidAndCame {
    const volatility = random.between(0.015, 0.035)
    return { said: chanceAt(volatility).target, came: reachesTarget(session, volatility) }
  }

  function reachesTarget(from: number, volatility: number): boolean {
    let price = 0
    for (const { size, market } of sessions.slice(from, from + rule.hold + 1)) {
      const deviation = volatility * size
      const move = Math.sqrt(common) * market + Math.sqrt(1 - common) * random.gaussian()
      const close = price + deviation * move - deviation ** 2 / 2
      if (bridge(price, close, deviation, random.uniform(), -1) <= down) return false
      if (bridge(price, close, deviation, random.uniform(), 1) >= up) return true
      price = close
    }
    return false
  }
}

/** The number of the list, from 1, with which each alarm is raised. */
const alarmsOf = (lists: readonly KnownList[]) =>
  watched(lists).alarms.map(({ on }) => 1 + (on - driftRule.settledDays) / 7)

/** The same outcomes, of which `shift` thousandths more was said. */
const saidMore = (lists: readonly KnownList[], shift: number) =>
  lists.map(list => ({ ...list, picks: list.picks.map(pick => ({ ...pick, said: pick.said + shift })) }))

const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
const made = Array.from({ length: worlds }, (_, world) => madeLists(world))
/** The number of lists until the first alarm, at the median. */
const noticedAfter = (shift: number) =>
  median(made.map(lists => alarmsOf(saidMore(lists, shift))[0] ?? Number.POSITIVE_INFINITY))

test('in worlds of chance, the drift watch raises about one alarm in ten years', () => {
  const alarms = made.map(lists => alarmsOf(lists).length)
  const mean = alarms.reduce((sum, count) => sum + count, 0) / worlds
  if (asked)
    console.log(
      `${mean} alarms in ten years, ${alarms.filter(count => count === 0).length} of ${worlds} worlds without; ` +
        [80, -80, 150, -150].map(shift => `${shift}: ${noticedAfter(shift)}`).join(', '),
    )
  expect(mean).toBeGreaterThan(0.8)
  expect(mean).toBeLessThan(1.25)
})

test.each([
  [80, 150],
  [-80, 110],
  [150, 60],
  [-150, 60],
])('if %d thousandths too much are said, it is noticed within %d lists at the median', (shift, most) => {
  expect(noticedAfter(shift)).toBeLessThanOrEqual(most)
})
