import { expect, it } from 'vitest'
import { netOf } from '../outcome/follow.ts'
import { mostOutcomes, OutcomesCheck, type RecordedOutcome } from './outcomes.ts'

const costs = { buy: 0.001, sell: 0.001, spread: 0.002 }
const stopped: RecordedOutcome = {
  date: '2026-07-10',
  code: '0700',
  track: 'published',
  pattern: 'FB',
  buyPoint: 102,
  state: 'stop',
  repeats: null,
  entryDate: '2026-07-13',
  entry: 102,
  exitDate: '2026-07-15',
  exit: 93.84,
  netWorst: netOf(102, 93.84, costs),
  netBest: netOf(102, 93.84, costs),
  marketReturn: 0,
  twins: 0,
  twinWorst: null,
  twinBest: null,
  stands: '2026-07-15',
}
const issue = (picks: object[], edits: object[] = []) => ({
  kind: 'issue' as const,
  market: 'HKEX' as const,
  body: JSON.stringify({ list: { date: '2026-07-10', picks }, edits }),
})
const told = (outcomes: unknown, more: object = {}) => ({
  kind: 'outcomes' as const,
  market: 'HKEX' as const,
  body: JSON.stringify({ market: 'HKEX', costs, outcomes, ...more }),
})
function check(...entries: Parameters<OutcomesCheck['add']>[0][]) {
  const checking = new OutcomesCheck()
  return entries.map(entry => checking.add(entry)).at(-1)
}
const listed = issue([{ code: '0700', buyPoint: 102 }])

it.each<[string, Partial<RecordedOutcome>]>([
  ['as it was', {}],
  ['that was never filled', { state: 'expired', entry: null, exit: null, netWorst: null, netBest: null }],
  ['whose prices were rounded', { entry: 102.0000004, netWorst: netOf(102, 93.84, costs) }],
])('the recorded outcome of a listed pick %s has no fault', (_, change) => {
  expect(check(listed, told([{ ...stopped, ...change }]))).toBeUndefined()
})

it.each<[string, Partial<RecordedOutcome>, string]>([
  ['a pick that is on no list', { code: '0941' }, 'outcome-unlisted'],
  ['another buy point', { buyPoint: 101 }, 'outcome-unlisted'],
  ['a return that does not follow from its prices', { netWorst: 0.05 }, 'outcome-net'],
  ['a return without an exit', { exit: null }, 'outcome-net'],
  ['no date', { date: 7 as never }, 'outcomes-malformed'],
])('a recorded outcome with %s is reported', (_, change, fault) => {
  expect(check(listed, told([{ ...stopped, ...change }]))).toBe(fault)
})

it('an outcome recorded twice in the same track is reported, whether in one entry or in two', () => {
  expect(check(listed, told([stopped, stopped]))).toBe('outcome-twice')
  expect(check(listed, told([stopped]), told([stopped]))).toBe('outcome-twice')
  expect(check(listed, told([stopped]), told([{ ...stopped, track: 'method' }]))).toBeUndefined()
})

it('the buy point of a pick that staff edited may differ from the method’s list in the published track, but not in the method’s own track', () => {
  const edited = issue([{ code: '0700', buyPoint: 99 }], [{ code: '0700', what: 'buy-point' }])
  expect(check(edited, told([stopped]))).toBeUndefined()
  expect(check(edited, told([{ ...stopped, track: 'method' }]))).toBe('outcome-unlisted')
})

it('an outcome is not checked if its issue is missing or masked', () => {
  expect(check(told([stopped]))).toBeUndefined()
  expect(check({ kind: 'issue', market: 'HKEX' }, told([stopped]))).toBeUndefined()
  expect(check(listed, { kind: 'outcomes', market: 'HKEX' })).toBeUndefined()
})

it.each<[string, unknown, object]>([
  ['no list', {}, {}],
  ['an empty one', [], {}],
  ['more than an entry may have', Array.from({ length: mostOutcomes + 1 }, () => stopped), {}],
  ['another market', [stopped], { market: 'US' }],
  ['no costs', [stopped], { costs: null }],
])('a record entry with %s is malformed', (_, outcomes, more) => {
  expect(check(listed, told(outcomes, more))).toBe('outcomes-malformed')
})

it('a record entry whose body is not JSON is reported as malformed, without an exception', () => {
  expect(check({ kind: 'outcomes', market: 'HKEX', body: '{' })).toBe('outcomes-malformed')
  expect(check({ kind: 'issue', market: 'HKEX', body: 'null' })).toBeUndefined()
})
