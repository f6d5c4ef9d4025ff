import type { BaseHighs } from './facts.ts'
import { atLeast, atMost, between, type Line } from './line.ts'
import { method } from './method.ts'
import { thousandths } from './whole.ts'

/**
 * A base as described by a pick's facts. Prices are in whole parts, so that ratios computed from them equal the
 * method's. `price` returns the price of a turn, `ago` the number of bars since that turn.
 */
export type SeenBase = {
  close: number
  pivot: number
  low: number
  depth: number
  length: number
  facts: Record<string, number>
  price: (turn: string) => number
  ago: (turn: string) => number
  highs: BaseHighs
}

/** The method's requirements for each kind of base, with the values of the given base. */
export const baseLines: Record<string, (base: SeenBase) => Line[]> = {
  CWH: base => [...cup(base), ...handle(base)],
  CUP: base => [...cup(base), closeOfPivot(base, method.cup.close)],
  DB: doubleBottom,
  FB: flat,
  'high-tight-flag': flag,
  ascending,
}

const fact = ({ facts }: SeenBase, name: string) => facts[name] ?? 0
const rise = (from: number, to: number) => thousandths(to - from, from)
const closeOfPivot = ({ close, pivot }: SeenBase, least: number) =>
  atLeast('close-of-pivot', thousandths(close, pivot), least)

/** The requirements for the left lip, where a cup or a double bottom begins. */
function lip(base: SeenBase, passedBy: number): Line[] {
  const top = base.price('leftLip')
  return [
    atLeast('advance', fact(base, 'advance'), method.advance.least),
    atLeast('of-high-before', thousandths(top, base.highs.before), method.lip.ofHighBefore),
    atMost('passed', rise(top, base.highs.since), passedBy),
  ]
}

function cup(base: SeenBase): Line[] {
  const { bowl, depth, length, regained } = method.cup
  const top = base.price('leftLip')
  const cupLength = fact(base, 'cupLength')
  const hasHandle = base.facts['handleLength'] !== undefined
  return [
    ...lip(base, hasHandle ? method.lip.passedBy : 0),
    between('cup-length', cupLength, length),
    between('depth', base.depth, depth),
    atLeast('regained', thousandths(base.highs.sinceLow - base.low, top - base.low), regained),
    atMost('bowl', fact(base, 'bowl'), bowl.ofLines),
    between('bowl-low', fact(base, 'lowAt'), bowl.lowAt),
    between('lowest-day', thousandths(base.ago('leftLip') - base.ago('low'), cupLength), bowl.lowest),
  ]
}

function handle(base: SeenBase): Line[] {
  const { length, depth, baseLength } = method.cup.handle
  const middle = base.price('rightLip') + base.price('handleLow')
  const wanted = base.price('leftLip') + base.low
  const inCurrency = (twice: number) => twice / 2 / method.priceParts
  return [
    atLeast('length', base.length, baseLength),
    between('handle-length', fact(base, 'handleLength'), length),
    between('handle-depth', fact(base, 'handleDepth'), depth),
    atLeast('handle-middle', inCurrency(middle), inCurrency(wanted)),
  ]
}

function doubleBottom(base: SeenBase): Line[] {
  const { length, depth, leg, second, middle, since, regained } = method.doubleBottom
  const turns = ['leftLip', 'firstLow', 'middle', 'secondLow'].map(base.ago)
  const legs = turns.slice(1).map((ago, at) => turns[at]! - ago)
  const [low, peak] = [base.price('secondLow'), base.price('middle')]
  return [
    ...lip(base, 0),
    between('length', base.length, length),
    between('depth', base.depth, depth),
    atLeast('leg', Math.min(...legs), leg),
    between('second-low', fact(base, 'second'), second),
    between('middle', fact(base, 'middle'), middle),
    atMost('middle-passed', base.highs.sinceLow / method.priceParts, peak / method.priceParts),
    atLeast('since-second', base.ago('secondLow'), since),
    atLeast('leg-regained', thousandths(base.close - low, peak - low), regained),
  ]
}

function flat(base: SeenBase): Line[] {
  const { length, depth, startsWithin, highAge, drift, close, range, ofHighBefore } = method.flatBase
  return [
    atLeast('advance', fact(base, 'advance'), method.advance.leastOfFlat),
    atLeast('of-high-before', thousandths(base.pivot, base.highs.before), ofHighBefore),
    between('length', base.length, length),
    between('depth', base.depth, depth),
    atLeast('starts-within', thousandths(base.price('start'), base.pivot), 1_000 - startsWithin),
    atLeast('high-age', base.ago('high'), highAge),
    between('drift', fact(base, 'drift'), [-drift, drift]),
    closeOfPivot(base, close),
    atMost('range', fact(base, 'range'), range.most),
  ]
}

function flag(base: SeenBase): Line[] {
  const { pole, poleLength, length, depth } = method.highTightFlag
  return [
    atLeast('pole', fact(base, 'pole'), pole),
    between('pole-length', fact(base, 'poleLength'), poleLength),
    atLeast('of-high-before', thousandths(base.pivot, base.highs.before), 1_000),
    between('length', base.length, length),
    between('depth', base.depth, depth),
  ]
}

function ascending(base: SeenBase): Line[] {
  const { length, pullBack, close } = method.ascending
  const [high1, high2, high3] = ['high1', 'high2', 'high3'].map(base.price) as [number, number, number]
  const [low1, low2, low3] = ['low1', 'low2', 'low3'].map(base.price) as [number, number, number]
  const isRising = (one: number, two: number, three: number) => one < two && two < three
  return [
    atLeast('advance', fact(base, 'advance'), method.advance.leastOfFlat),
    between('length', base.length, length),
    between('pull-back-1', thousandths(high1 - low1, high1), pullBack),
    between('pull-back-2', thousandths(high2 - low2, high2), pullBack),
    between('pull-back-3', thousandths(high3 - low3, high3), pullBack),
    atLeast('rising-highs', Math.min(rise(high1, high2), rise(high2, high3)), 0, isRising(high1, high2, high3)),
    atLeast('rising-lows', Math.min(rise(low1, low2), rise(low2, low3)), 0, isRising(low1, low2, low3)),
    atMost('passed', rise(high3, base.highs.sinceLow), 0),
    closeOfPivot(base, close),
  ]
}
