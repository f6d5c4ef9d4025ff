import fc from 'fast-check'
import { type Action, action, RandomShop } from './random-shop.ts'
import { faultsOf } from './rules-of-money.ts'

const runs = Number(process.argv[2] ?? 200),
  seed = Number(process.argv[3] ?? 1)
let n = 0
function live(actions: Action[]): void {
  const shop = new RandomShop()
  n++
  for (const one of actions) {
    shop.do(one)
    const faults = [...shop.faults, ...faultsOf(shop, shop.automatic)]
    if (faults.length) throw new Error(`after ${JSON.stringify(one)}: ${faults.slice(0, 3).join('; ')}`)
  }
}
const t = Date.now()
const r = fc.check(fc.property(fc.array(action, { maxLength: 60, size: 'max' }), live), { numRuns: runs, seed })
console.log(r.failed, r.numRuns, n, Date.now() - t, 'ms')
if (r.failed) {
  console.log(JSON.stringify(r.counterexample), String((r.errorInstance as Error)?.stack))
}
const tally: Record<string, number> = {}
fc.check(
  fc.property(fc.array(action, { maxLength: 60, size: 'max' }), as => {
    const shop = new RandomShop()
    for (const a of as) {
      let ok = 'ok'
      const orig = shop.do
      void orig
      shop.do(a)
      void ok
    }
    tally.actions = (tally.actions ?? 0) + as.length
    for (const t of shop.events()) tally[t] = (tally[t] ?? 0) + 1
  }),
  { numRuns: 100, seed },
)
console.log(tally)
