import type { Random } from '@finlist/domain/random'
import type { BasePlan } from './base-plan.ts'
import type { Climate } from './climate.ts'
import type { PlantedEffect } from './profiles/planted-effect.ts'
import type { Traits } from './traits.ts'

/**
 * One day of a stock before the price grid is applied. `price`: ln of the close. `sd`: standard deviation of opens and
 * extremes around `price`. `shock`: the day's change as a multiple of the usual change. `volumeFactor`: a multiple of
 * the usual volume.
 */
export type PathDay = { price: number; sd: number; shock: number; volumeFactor: number }

/**
 * A base should begin above every price of the `lookBack` days before its advance, so the advance is extended by up to
 * `mostLift`. On the days between bases the price gives that extra rise back, by at most `mostBack` a day (both in ln
 * price).
 */
const lookBack = 252
const mostLift = 0.5
const mostBack = 0.002

/**
 * A stock is calm from `calming` days before a base on. Earlier in the advance its swings are up to `widest` times as
 * wide.
 */
const calming = 6
const widest = 3
/** Within a base, a day's prices spread around its close by at least this fraction of the usual spread. */
const leastReach = 0.6

/**
 * The stock's ln prices day by day: beta times the market, its sector, its own t(4) shocks with clustered volatility,
 * and its drift. Within a planned base the price follows the plan, with small swings due to those movements.
 */
export function* stockPath(
  random: Random,
  traits: Traits,
  climate: Climate,
  sector: number,
  plans: BasePlan[],
  baseEvery: number,
  effect?: PlantedEffect,
): Generator<PathDay> {
  const { beta, sectorBeta, ownSd, totalSd } = traits
  const sectorReturns = climate.sectors[sector]!
  // A base raises the ln price by about 0.3. On the days between bases the price gives back that rise, and also the
  // extra rise of the advance.
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
      // At first the price varies as much as outside the advance. It becomes calmer as the base approaches.
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
      const step = Math.max(-traits.limit, Math.min(traits.limit, noise + drift + (effect?.drift ?? 0) - back))
      owed -= back
      price += step
      if (price < lowest) price += 0.02
      yield { price, sd: totalSd * size, shock: step / totalSd, volumeFactor: 1 }
    }
  }
}
