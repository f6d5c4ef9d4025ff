import { Random } from '@finlist/domain/random'

/** The patterns of a list. A planned BASE is always a high tight flag. */
export type BasePattern = 'CWH' | 'CUP' | 'FB' | 'DB' | 'BASE'
/** Near misses: a shape that is too short and too shallow, a V, and a base whose breakout has low volume. */
export type NearMiss = 'too shallow' | 'V-shaped' | 'low-volume breakout'

/** A planned base that a stock's price follows. Days count from the first day of the market's data. */
export type BasePlan = {
  pattern: BasePattern
  nearMiss?: NearMiss
  from: number
  /**
   * `level`: for each day from `from` on, ln of the price relative to the last price before `from`. `volume`: for each
   * of these days, a factor for the volume.
   */
  level: number[]
  volume: number[]
  /** The first day after the advance. The base's high is planned for the day before. */
  baseFrom: number
  /**
   * `handleFrom`: the first day of a cup's handle. `middle`: the first day after the middle peak of a double bottom.
   */
  handleFrom?: number
  middle?: number
  /** The day on which the base is complete; its buy point is known from then on. */
  readyAt: number
}

/**
 * Plans the bases of one stock over `days` days, about one per `every` trading days. `place`, in [0, 1), is the stock's
 * phase in that cycle: if phases are evenly spread, about the same number of stocks is in a base on every day. `legs`
 * is the random stream that makes the daily steps of legs and bowls uneven.
 */
export function planBases(random: Random, legs: Random, place: number, every: number, days: number): BasePlan[] {
  const plans: BasePlan[] = []
  for (let round = -1; ; round++) {
    const from = Math.round((round + place + random.between(-0.04, 0.04)) * every)
    if (from >= days) return plans
    const plan = draw(random, legs, from)
    const before = plans.at(-1)
    const free = before ? before.from + before.level.length + 5 : 20
    if (from >= free) plans.push(plan)
  }
}

/**
 * Draws a base by the published definitions, with room for swings around the plan: the advance is at least 40%, or 110%
 * before a high tight flag, and depths are well within their limits. One in six is a near miss. Flat bases are shorter
 * than others, so they are drawn more often.
 */
function draw(random: Random, legs: Random, from: number): BasePlan {
  const chance = random.uniform()
  const pattern = chance < 0.25 ? 'CWH' : chance < 0.44 ? 'CUP' : chance < 0.8 ? 'FB' : chance < 0.92 ? 'DB' : 'BASE'
  const miss = random.uniform()
  const nearMiss =
    miss < 0.05 ? 'too shallow' : miss < 0.1 ? 'V-shaped' : miss < 0.16 ? 'low-volume breakout' : undefined
  const path = new Path(legs)
  path.line(random.whole(26, 36), pattern === 'BASE' ? random.between(0.74, 0.84) : random.between(0.34, 0.42), 1.15)
  const baseFrom = from + path.length
  const top = path.at
  const marks: { handleFrom?: number; middle?: number } = {}
  if (nearMiss === 'too shallow') path.bowl(random.whole(13, 17), 0.04, top - 0.01, 0.9)
  else if (nearMiss === 'V-shaped') {
    const deep = random.between(0.2, 0.28)
    path.line(random.whole(8, 11), -deep, 1.3)
    path.line(random.whole(8, 11), deep - 0.02, 1.2)
  } else if (pattern === 'FB') path.bowl(random.whole(30, 48), random.between(0.05, 0.08), top - 0.03, 0.8)
  else if (pattern === 'DB') {
    const deep = random.between(0.19, 0.27)
    const leg = random.whole(10, 15)
    path.line(leg, -deep, 1)
    path.line(leg, deep * 0.6, 0.9)
    marks.middle = from + path.length
    path.line(leg, -deep * 0.66, 1)
    path.line(leg + 3, deep * 0.66 - 0.05, 0.95)
  } else if (pattern === 'BASE') {
    path.line(random.whole(7, 11), -random.between(0.09, 0.13), 0.9)
    path.line(random.whole(5, 8), random.between(0.035, 0.05), 0.7)
  } else {
    path.bowl(random.whole(42, 85), random.between(0.18, 0.3), top - (pattern === 'CWH' ? 0.015 : 0.045), 0.85)
    if (pattern === 'CWH') {
      marks.handleFrom = from + path.length
      path.line(random.whole(6, 11), -random.between(0.05, 0.08), 0.6)
      path.line(random.whole(3, 5), random.between(0.015, 0.025), 0.65)
    }
  }
  const readyAt = from + path.length
  path.straight(random.whole(16, 38), -0.005, 0.75)
  const outcome = random.uniform()
  if (nearMiss === 'low-volume breakout') {
    path.straight(3, 0.07, 0.6)
    path.straight(15, -0.12, 0.8)
  } else if (outcome < 0.62) {
    path.straight(3, random.between(0.07, 0.1), 2.3)
    path.straight(random.whole(15, 28), random.between(0.04, 0.14), 1.2)
  } else path.straight(random.whole(10, 16), -random.between(0.1, 0.18), 1.1)
  return { pattern, ...(nearMiss && { nearMiss }), from, ...path.days, baseFrom, ...marks, readyAt }
}

/**
 * The daily steps of a leg or a bowl are uniform draws raised to these powers, which makes them uneven, and capped at
 * `mostOfLeg`.
 */
const unevenness = { leg: 4, bowl: 3.5 }
const mostOfLeg = 0.7

/**
 * Cumulative progress of a leg or bowl by day, up to 1. As in real prices, a few days make most of the move, and on
 * many days little happens.
 */
function unevenly(bars: number, power: number, random: Random): number[] {
  const shares = Array.from({ length: bars }, () => Math.min(mostOfLeg, random.uniform() ** power))
  const sum = shares.reduce((one, other) => one + other, 0)
  let come = 0
  return shares.map(share => (come += share / sum))
}

class Path {
  readonly days: { level: number[]; volume: number[] } = { level: [], volume: [] }
  readonly #legs: Random
  at = 0

  constructor(legs: Random) {
    this.#legs = legs
  }

  get length(): number {
    return this.days.level.length
  }

  /** Equal daily steps, for the days that follow a base. */
  straight(bars: number, change: number, volume: number): void {
    const start = this.at
    for (let bar = 1; bar <= bars; bar++) this.#push(start + (change * bar) / bars, volume)
  }

  line(bars: number, change: number, volume: number): void {
    const start = this.at
    for (const come of unevenly(bars, unevenness.leg, this.#legs)) this.#push(start + change * come, volume)
  }

  /** A rounded fall by `depth` and rise to `end`; volume is low at the bottom. */
  bowl(bars: number, depth: number, end: number, volume: number): void {
    const start = this.at
    for (const share of unevenly(bars, unevenness.bowl, this.#legs)) {
      const dent = 1 - Math.abs(2 * share - 1) ** 2.2
      this.#push(start + (end - start) * share - depth * dent, volume * (1.1 - 0.3 * dent))
    }
  }

  #push(level: number, volume: number): void {
    this.at = level
    this.days.level.push(level)
    this.days.volume.push(volume)
  }
}
