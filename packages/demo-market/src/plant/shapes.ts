import { method } from '@finlist/domain/picking/method'
import type { Random } from '@finlist/domain/random'
import { Path } from './path.ts'

export type PlantKind = 'CWH' | 'CUP' | 'DB' | 'FB' | 'high-tight-flag' | 'ascending'

/** For each kind of base, the ways in which a near miss can narrowly fail its definition. */
export const nearMisses = {
  CWH: [
    'too shallow',
    'too deep',
    'V-shaped',
    'too short',
    'not regained',
    'handle too deep',
    'handle too low',
    'one-sided',
    'no advance',
    'passed',
  ],
  CUP: ['too shallow', 'too deep', 'V-shaped', 'too short', 'not regained', 'one-sided', 'no advance', 'passed'],
  DB: [
    'too shallow',
    'too deep',
    'second low too high',
    'second low too deep',
    'no middle',
    'passed',
    'too short',
    'no advance',
  ],
  FB: ['too deep', 'too short', 'falling', 'rising', 'no advance'],
  'high-tight-flag': ['pole too small', 'pole too slow', 'flag too deep'],
  ascending: ['two pull-backs', 'falling lows', 'too deep', 'no advance'],
} as const satisfies Record<PlantKind, readonly string[]>

/**
 * A path with a base drawn into it. `from` and `readyAt` are the base's first and last day; `turns` are its turning
 * points in chronological order.
 */
export type Shape = { path: Path; from: number; readyAt: number; turns: number[] }

type Limits = readonly [least: number, most: number]
const fraction = (thousandths: number) => thousandths / 1_000
/** Natural logarithm of what remains after a fall by `share`. */
const fall = (share: number) => Math.log1p(-share)

/** Draws a base within the method's limits or, with `near`, a base that violates one of them. */
export function drawShape(random: Random, kind: PlantKind, near?: string): Shape {
  const path = new Path()
  path.lineTo(random.between(-0.15, 0.15), 180)
  const least = kind === 'FB' ? 1.75 * fraction(method.advance.leastOfFlat) : 1.5 * fraction(method.advance.least)
  const rise = near === 'no advance' ? -random.between(0.05, 0.25) : Math.log1p(random.between(least, 0.9))
  const from = path.lineTo(path.end + rise, random.whole(60, 110), 1.15)
  const turns = draw[kind](path, random, near)
  const readyAt = path.lastDay
  // Adds two quiet weeks, because the method is also run one and two weeks after the base is complete.
  path.lineTo(path.end, 10, 0.7)
  return { path, from, readyAt, turns }
}

const draw: Record<PlantKind, (path: Path, random: Random, near?: string) => number[]> = {
  CWH(path, random, near) {
    const { depth, handle } = method.cup
    const planned = cup(random, near)
    let handleDepth = inside(random, handle.depth, 0.23, 0.62)
    if (near === 'handle too deep') {
      handleDepth = over(random, handle.depth, 1.47, 2)
      planned.depth = inside(random, depth, 0.61, 0.78)
    }
    if (near === 'handle too low') {
      planned.lip = fall(planned.depth * 0.42)
      handleDepth = planned.depth * 0.55
    }
    const right = path.bowlTo(path.end + planned.lip, planned.days, { ...planned, depth: -fall(planned.depth) })
    const days = Math.round(insideOf(random, handle.length, 0.12, 0.68))
    path.lineTo(path.end + fall(handleDepth), Math.max(2, Math.round(days * 0.6)), 0.65)
    path.lineTo(path.end + handleDepth * 0.35, Math.max(1, Math.round(days * 0.4)), 0.6)
    return [right]
  },
  CUP(path, random, near) {
    const planned = cup(random, near)
    if (near !== 'not regained' && near !== 'passed') planned.lip = random.between(-0.06, -0.035)
    path.bowlTo(path.end + planned.lip, planned.days, { ...planned, depth: -fall(planned.depth) })
    return []
  },
  DB(path, random, near) {
    const limits = method.doubleBottom
    let depth = inside(random, limits.depth, 0.23, 0.69)
    let height = random.between(0.5, 0.75)
    let second = random.between(-0.035, 0.005)
    const legs = [random.whole(10, 25), random.whole(8, 20), random.whole(8, 20), random.whole(6, 14)]
    if (near === 'too shallow') depth = under(random, limits.depth, 0.29, 0.5)
    if (near === 'too deep') depth = over(random, limits.depth, 1.2, 1.5)
    if (near === 'second low too high') second = random.between(0.1, 0.14)
    if (near === 'second low too deep') {
      second = -random.between(0.16, 0.22)
      depth = random.between(0.15, 0.2)
    }
    if (near === 'no middle') height = under(random, limits.middle, 0.2, 0.45)
    if (near === 'passed') height = over(random, limits.middle, 1.24, 1.44)
    if (near === 'too short') legs.splice(0, 4, limits.leg, limits.leg - 1, limits.leg - 1, limits.leg - 1)
    const top = path.end
    const floor = top + fall(depth)
    const peak = floor + (top - floor) * height
    const first = path.lineTo(floor, legs[0]!)
    const middle = path.lineTo(peak, legs[1]!, 0.9)
    const last = path.lineTo(floor + second, legs[2]!)
    path.lineTo(near === 'passed' ? top + 0.08 : peak - Math.min(0.05, (peak - floor) * 0.35), legs[3]!)
    return [first, middle, last]
  },
  FB(path, random, near) {
    const limits = method.flatBase
    let depth = inside(random, limits.depth, 0.08, 0.42)
    let days = Math.round(insideOf(random, limits.length, 0.14, 0.7))
    let drift = 0
    if (near === 'too deep') depth = over(random, limits.depth, 1.33, 1.73)
    if (near === 'too short') days = Math.round(limits.length[0] * random.between(0.32, 0.56))
    if (near === 'falling') drift = -random.between(1.85, 2.5) * fraction(limits.drift)
    if (near === 'rising') drift = random.between(1.85, 2.65) * fraction(limits.drift)
    path.waves(days, { depth, count: random.whole(2, 4), drift })
    path.lineTo(path.end - Math.min(0.02, depth / 3), 2, 0.7)
    return []
  },
  'high-tight-flag'(path, random, near) {
    const limits = method.highTightFlag
    let pole = fraction(limits.pole) * random.between(1.2, 1.8)
    let days = Math.round(insideOf(random, limits.poleLength, 0.26, 0.78))
    let depth = inside(random, limits.depth, 0.26, 0.63)
    if (near === 'pole too small') pole = fraction(limits.pole) * random.between(0.4, 0.67)
    if (near === 'pole too slow') days = Math.round(limits.poleLength[1] * random.between(2.1, 2.9))
    if (near === 'flag too deep') depth = over(random, limits.depth, 1.32, 1.68)
    const top = path.lineTo(path.end + Math.log1p(pole), days, 2)
    const flag = Math.round(insideOf(random, limits.length, 0.18, 0.73))
    const peak = path.end
    path.lineTo(peak + fall(depth), Math.round(flag * 0.6), 0.9)
    path.lineTo(peak - 0.06, Math.round(flag * 0.4), 0.7)
    return [top]
  },
  ascending(path, random, near) {
    const limits = method.ascending
    const count = near === 'two pull-backs' ? limits.pullBacks - 1 : limits.pullBacks
    const step = near === 'falling lows' ? -random.between(0.05, 0.08) : random.between(0.06, 0.09)
    const turns: number[] = []
    let top = path.end
    for (let pull = 0; pull < count; pull++) {
      if (pull > 0) {
        top += step
        turns.push(path.lineTo(top, random.whole(6, 10)))
      }
      const back =
        near === 'too deep' ? over(random, limits.pullBack, 1.27, 1.64) : inside(random, limits.pullBack, 0.3, 0.67)
      turns.push(path.lineTo(top + fall(back), random.whole(6, 10), 0.9))
    }
    path.lineTo(top - 0.055, 5, 0.8)
    return turns
  },
}

function cup(random: Random, near?: string) {
  const { depth, length, bowl } = method.cup
  const planned = {
    depth: inside(random, depth, 0.22, 0.74),
    days: Math.round(insideOf(random, length, 0.04, 0.37)),
    power: random.between(1.8, 3),
    lowAt: inside(random, bowl.lowAt, 0.22, 0.78),
    lip: random.between(-0.05, 0.01),
  }
  if (near === 'too shallow') planned.depth = under(random, depth, 0.25, 0.5)
  if (near === 'too deep') planned.depth = over(random, depth, 1.31, 1.71)
  if (near === 'V-shaped') planned.power = random.between(0.85, 1)
  if (near === 'too short') {
    planned.days = Math.round(length[0] * random.between(0.33, 0.67))
    planned.depth = inside(random, depth, 0.13, 0.43)
  }
  if (near === 'not regained') planned.lip = fall(planned.depth * random.between(0.5, 0.6))
  if (near === 'one-sided') {
    const toRim = random.between(0.16, 0.36) * fraction(bowl.lowAt[0])
    planned.lowAt = random.uniform() < 0.5 ? toRim : 1 - toRim
  }
  if (near === 'passed') planned.lip = random.between(3, 5) * fraction(method.lip.passedBy)
  return planned
}

/**
 * A random fraction between two relative positions within the limits, which are in thousandths. `insideOf` does the
 * same for limits in days.
 */
const inside = (random: Random, limits: Limits, from: number, to: number) =>
  fraction(insideOf(random, limits, from, to))
function insideOf(random: Random, [least, most]: Limits, from: number, to: number): number {
  return random.between(least + (most - least) * from, least + (most - least) * to)
}

const under = (random: Random, [least]: Limits, from: number, to: number) => fraction(least * random.between(from, to))
const over = (random: Random, [, most]: Limits, from: number, to: number) => fraction(most * random.between(from, to))
