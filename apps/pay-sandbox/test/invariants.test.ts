import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Action, action, RandomShop } from './random-shop.ts'
import { faultsOf } from './rules-of-money.ts'

const runs = Number(process.env['SOAK_RUNS'] ?? 200)
const seed = Number(process.env['SOAK_SEED'] ?? (process.env['SOAK_RUNS'] ? Date.now() % 2 ** 31 : 20_261_121))

function live(actions: Action[]): void {
  const shop = new RandomShop()
  for (const one of actions) {
    shop.do(one)
    const faults = [...shop.faults, ...faultsOf(shop, shop.automatic)]
    if (faults.length) throw new Error(`after ${JSON.stringify(one)}: ${faults.slice(0, 3).join('; ')}`)
  }
}

it(
  `keeps the rules of money whatever readers do and when: ${runs} lives, seed ${seed}`,
  () => {
    const actions = fc.array(action, { maxLength: 60, size: 'max' })
    expect(() => fc.assert(fc.property(actions, live), { numRuns: runs, seed })).not.toThrow()
  },
  15 * 60_000,
)
