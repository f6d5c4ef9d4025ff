import type { Random } from '@finlist/domain/random'
import type { BasePlan } from './base-plan.ts'
import type { Climate } from './climate.ts'
import type { Traits } from './traits.ts'

/**
 * One day of a stock before the price grid is applied. `price`: ln of the close. `sd`: how much opens and extremes vary
 * around it. `shock`: the day's change in units of the usual one. `volumeFactor`: a multiple of the usual volume.
 */
export type PathDay = { price: number; sd: number; shock: number; volumeFactor: number }

/**
 * A base begins above every price of the `lookBack` days before its advance, so the advance rises further to get there.
 * On each day between bases, part of that rise is given back, `mostBack` at most.
 */
const lookBack = 252
const mostLift = 0.5
const mostBack = 0.002

/** The number of days before a base from which its stock is calm, and how much more widely it swings before them. */
const calming = 6
const widest = 3
/** The fraction of the usual reach of a day's prices around its close that remains within a base. */
const leastReach = 0.6

/**
 * The stock's ln prices day by day: beta times the market, its sector, its own t(4) shocks with clustered volatility,
 * and its drift. Inside a planned base the price follows the plan, and most other movement swings around it.
 */
export function* stockPath(
  random: Random,
  traits: Traits,
  climate: Climate,
  sector: number,
  plans: BasePlan[],
  baseEvery: number,
): Generator<PathDay> {
  const { beta, sectorBeta, ownSd, totalSd } = traits
  const sectorReturns = climate.sectors[sector]!
  // A base lifts its stock by about 0.3. Days between bases give that back, as well as the extra rise of the advance.
  const drift = traits.drift - (traits.formsBases ? 0.3 / baseEvery : 0)
  const damped = Math.min(0.75, 0.011 / totalSd)
  const free = Math.min(1, 0.024 / totalSd)
  const lowest = Math.log(traits.lowestPrice)
  let price = Math.log(traits.firstPrice)
  let spell = 0
  let anchor = price
  let swing = 0
  let next = 0
  let lift = 0
  let owed = 0
  const recent: number[] = []
  for (let day = 0; day < climate.returns.length; day++) {
    spell = 0.92 * spell + 0.14 * random.gaussian()
    const size = Math.exp(spell - 0.09)
    const shock = ownSd * size * random.t4()
    const noise = beta * climate.returns[day]! + sectorBeta * sectorReturns[day]! + shock
    recent.push(price)
    if (recent.length > lookBack) recent.shift()
    while (next < plans.length && day >= plans[next]!.from + plans[next]!.level.length) next++
    const plan = plans[next]
    const at = plan ? day - plan.from : -1
    if (plan && at >= 0) {
      if (at === 0) {
        anchor = price
        swing = 0
        const top = price + plan.level[plan.baseFrom - plan.from - 1]!
        lift = Math.min(mostLift, Math.max(0, Math.max(...recent) + 0.04 - top))
        owed += lift
      }
      const advance = plan.baseFrom - plan.from
      const left = advance - at
      // Before a base an advance varies like the rest of the stock, and becomes calmer as the base nears.
      const isFree = left > calming
      const room = left > 0 ? Math.min(widest, Math.max(1, left / 3)) : 1
      swing = Math.min(0.018 * room, Math.max(-0.024 * room, 0.7 * swing + (isFree ? free : damped) * noise))
      const climbed = at < advance ? plan.level[at]! / plan.level[advance - 1]! : 1
      const step = anchor + plan.level[at]! + climbed * lift + swing - price
      price += step
      yield {
        price,
        sd: totalSd * size * (isFree ? 1 : Math.max(damped, leastReach)),
        shock: step / totalSd,
        volumeFactor: plan.volume[at]!,
      }
    } else {
      const back = Math.min(owed, mostBack)
      const step = Math.max(-traits.limit, Math.min(traits.limit, noise + drift - back))
      owed -= back
      price += step
      if (price < lowest) price += 0.02
      yield { price, sd: totalSd * size, shock: step / totalSd, volumeFactor: 1 }
    }
  }
}
