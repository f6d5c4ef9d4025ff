import { expect, test } from 'vitest'
import { bridge } from '../chance/bridge.ts'
import { rule } from '../outcome/rule.ts'
import { Random } from '../random.ts'
import { chanceAt, chanceTable } from './chance-table.ts'

const walks = Number(process.env['WALKS'] ?? 8_000)
/** In thousandths: more than four standard errors. */
const tolerance = 25

/**
 * The numbers of random walks, in thousandths, that reach the target first and the stop first. On a day that touches
 * both, the stop counts.
 */
function walked(volatility: number) {
  const random = new Random('chance table', volatility)
  const [up, down] = [Math.log(1 + rule.target), Math.log(1 - rule.stop)]
  const reached = { target: 0, stop: 0 }
  for (let walk = 0; walk < walks; walk++) {
    const end = walkOnce()
    if (end) reached[end]++
  }
  return { target: Math.round((1_000 * reached.target) / walks), stop: Math.round((1_000 * reached.stop) / walks) }

  function walkOnce(): 'target' | 'stop' | undefined {
    let price = 0
    for (let day = 0; day <= rule.hold; day++) {
      // As in chance/walks.ts: Student's t with four degrees of freedom. The mean square of `size` is 1.
      const size = 1 / Math.sqrt(-Math.log(random.uniform() * random.uniform()))
      const deviation = volatility * size
      const close = price + deviation * random.gaussian() - deviation ** 2 / 2
      if (bridge(price, close, deviation, random.uniform(), -1) <= down) return 'stop'
      if (bridge(price, close, deviation, random.uniform(), 1) >= up) return 'target'
      price = close
    }
    return undefined
  }
}

test('the table of chances agrees with random walks without drift', { tags: ['slow'] }, () => {
  const made = chanceTable.volatility.map(walked)
  if (walks > 100_000) console.log(JSON.stringify({ target: made.map(m => m.target), stop: made.map(m => m.stop) }))
  for (const [at, { target, stop }] of made.entries()) {
    expect(Math.abs(target - chanceTable.target[at]!)).toBeLessThanOrEqual(tolerance)
    expect(Math.abs(stop - chanceTable.stop[at]!)).toBeLessThanOrEqual(tolerance)
  }
})

test('chances between two volatilities are interpolated; beyond either end of the table they are those of that end', () => {
  const { volatility, target, stop } = chanceTable
  expect(chanceAt(0)).toEqual({ target: target[0], stop: stop[0] })
  expect(chanceAt(1)).toEqual({ target: target.at(-1), stop: stop.at(-1) })
  const middle = chanceAt((volatility[7]! + volatility[8]!) / 2)
  expect(middle.target).toBeGreaterThan(target[7]!)
  expect(middle.target).toBeLessThan(target[8]!)
})

test.each([Number.NaN, -0.01])('there is no chance at a volatility of %d', volatility => {
  expect(() => chanceAt(volatility)).toThrow(`volatility must be zero or more, not ${volatility}`)
})
