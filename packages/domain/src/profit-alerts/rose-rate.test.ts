import { expect, test } from 'vitest'
import { Random } from '../random.ts'
import { roseRateOf } from './rose-rate.ts'
import { blockDays } from './sessions-after.ts'

const rounded = ({ low, high, ...rate }: ReturnType<typeof roseRateOf>) => ({
  ...rate,
  low: Math.round(low * 100),
  high: Math.round(high * 100),
})
const on = (day: number, rose: boolean) => ({ day, rose })

test.each([
  ['nothing known: the interval is 0 to 1', [], { alerts: 0, rose: 0, low: 0, high: 100 }],
  ['one alert says almost nothing', [on(1, true)], { alerts: 1, rose: 1, low: 21, high: 100 }],
  [
    'a hundred alerts of one week count as one',
    Array.from({ length: 100 }, (_, at) => on(1, at % 2 === 0)),
    { alerts: 100, rose: 50, low: 5, high: 95 },
  ],
  [
    'one alert in each of a hundred weeks, every other one: Wilson’s interval',
    Array.from({ length: 100 }, (_, at) => on(at * 7, at % 2 === 0)),
    { alerts: 100, rose: 50, low: 40, high: 60 },
  ],
  [
    'if all rose, weeks count and not alerts',
    Array.from({ length: 100 }, (_, at) => on(Math.floor(at / 10) * 7, true)),
    { alerts: 100, rose: 100, low: 72, high: 100 },
  ],
])('the rate of rising prices after an alert is calculated: %s', (_, followed, rate) => {
  expect(rounded(roseRateOf(followed, 7))).toEqual(rate)
})

test('at least 93 of 100 intervals contain the true rate, even if alerts share the same random market', () => {
  const random = new Random('rose-rate')
  for (const days of [1, 5, 20] as const) {
    let held = 0
    const worlds = 200
    for (let world = 0; world < worlds; world++) {
      const market = Array.from({ length: 520 }, () => random.gaussian())
      const followed = Array.from({ length: 400 }, () => {
        const session = Math.floor(random.uniform() * 500)
        let moved = 0
        for (let at = 0; at < days; at++) moved += 0.5 * market[session + at]! + random.gaussian()
        return on(Math.floor(session / 5) * 7 + (session % 5), moved > 0)
      })
      const { low, high } = roseRateOf(followed, blockDays[days])
      if (low <= 0.5 && high >= 0.5) held++
    }
    expect(held / worlds, `${days} days`).toBeGreaterThanOrEqual(0.93)
  }
})
