// @module-tag slow
import fc from 'fast-check'
import type Stripe from 'stripe'
import { expect, it } from 'vitest'
import { type Action, action, RandomShop } from './random-shop.ts'
import { faultsOf } from './rules-of-money.ts'
import { StripeSchemaCheck } from './schema-check/schema-check.ts'

const isSoak = process.env['SOAK_RUNS'] !== undefined
const runs = Math.min(10_000, Number(process.env['SOAK_RUNS'] ?? 200))
const seed = Number(process.env['SOAK_SEED'] ?? (isSoak ? Date.now() % 2 ** 31 : 20_261_121))
const actions = fc.array(action, { maxLength: 60, size: 'max' })

function live(lived: Action[]): void {
  const shop = new RandomShop()
  for (const one of lived) {
    shop.do(one)
    const faults = [...shop.faults, ...faultsOf(shop, shop.automatic)]
    if (faults.length > 0) throw new Error(`after ${JSON.stringify(one)}: ${faults.slice(0, 3).join('; ')}`)
  }
}

it(
  `the rules of money hold whatever customers do, and whenever they do it: ${runs} shops, seed ${seed}`,
  () => {
    const { failed, counterexample, errorInstance } = fc.check(fc.property(actions, live), { numRuns: runs, seed })
    expect(failed, `${String(errorInstance)} in ${JSON.stringify(counterexample)}`).toBe(false)
  },
  15 * 60_000,
)

it(`all responses and events match the payment provider’s types: seed ${seed}`, () => {
  const schemaCheck = new StripeSchemaCheck()
  const faults = new Set<string>()
  const met = new Set<string>()
  const judge = (object: unknown) => {
    for (const fault of schemaCheck.judge(structuredClone(object) as never)) faults.add(fault)
  }
  const check = (lived: Action[]) => {
    const shop = new RandomShop()
    shop.see = answer => (Array.isArray(answer) ? answer.forEach(judge) : judge(answer))
    for (const one of lived) shop.do(one)
    for (const event of shop.store.all<Stripe.Event>('event')) {
      met.add(event.type)
      judge(event)
    }
  }
  fc.assert(fc.property(actions, check), { numRuns: 40, seed })
  expect([...faults]).toEqual([])
  expect(met.size).toBeGreaterThan(35)
})

it('a refused change leaves the store unchanged', () => {
  const kinds = [
    'subscription',
    'invoice',
    'payment_intent',
    'customer',
    'discount',
    'promotion_code',
    'coupon',
    'event',
    '_pending',
    '_pending_line',
  ]
  const check = (lived: Action[]) => {
    const shop = new RandomShop()
    const state = () => JSON.stringify(kinds.map(kind => shop.store.all(kind)))
    const { store } = shop
    for (const one of lived) {
      shop.do(one)
      const before = state()
      const open = store.all<Stripe.Subscription>('subscription').map(({ id }) => id)
      expect(() =>
        store.change(() => {
          for (const id of open)
            store.put('subscription', {
              ...(store.find('subscription', id) as Stripe.Subscription),
              status: 'canceled',
            })
          for (const id of open) store.remove('subscription', id)
          throw new Error('no')
        }),
      ).toThrow('no')
      expect(state()).toBe(before)
    }
    expect(faultsOf(shop, shop.automatic)).toEqual([])
  }
  fc.assert(fc.property(actions, check), { numRuns: 10, seed })
})
