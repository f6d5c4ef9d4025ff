import { expect, it } from 'vitest'
import { isoDay } from '../picking/days.ts'
import { DriftReader } from './drift-reader.ts'
import type { EntryKind } from './entry.ts'

const first = 20_000
const friday = (week: number) => isoDay(first + 7 * week)
const codes = Array.from({ length: 12 }, (_, at) => `S${at}`)
const outlook = { chance: { target: 260, stop: 700 }, bins: [], by: 'chance', target: 260, stop: 700 }

type Entry = { kind: EntryKind; body: object }
const list = (week: number, of: readonly string[] = codes): Entry => ({
  kind: 'issue',
  body: {
    list: { date: friday(week), picks: [] },
    outlooks: { model: null, picks: Object.fromEntries(of.map(code => [code, outlook])) },
  },
})
const stopped = { track: 'method', state: 'stop', entry: 100, netWorst: -0.09, netBest: -0.09 }
type Change = Record<string, unknown>
const outcome = (week: number, code: string, change: Change = {}) => ({
  ...stopped,
  date: friday(week),
  code,
  ...change,
})
const outcomesOf = (week: number, change: (code: string) => Change = () => ({})) =>
  codes.map(code => outcome(week, code, change(code)))
const recorded = (week: number, outcomes: object[]): Entry => ({
  kind: 'outcomes',
  body: { until: friday(week), outcomes },
})

function driftFrom(entries: readonly Entry[], week: number) {
  const reader = new DriftReader()
  for (const [at, { kind, body }] of entries.entries()) reader.add({ seq: at + 1, kind, body: JSON.stringify(body) })
  return reader.drift(friday(week))
}
const countsOf = (entries: readonly Entry[], week: number) => {
  const { lists, bands } = driftFrom(entries, week)
  return { lists: lists?.count ?? 0, picks: bands.map(({ count }) => count) }
}

it('counts a list 17 weeks after its day, and no list before', () => {
  const entries = [list(0), list(1), recorded(16, outcomesOf(0)), recorded(17, outcomesOf(1))]
  expect(countsOf(entries.slice(0, 3), 17)).toEqual({ lists: 0, picks: [0, 0, 0] })
  expect(countsOf(entries, 17)).toEqual({ lists: 1, picks: [0, 0, 12] })
  expect(countsOf([...entries, recorded(18, [])], 18)).toEqual({ lists: 2, picks: [0, 0, 24] })
})

it('compares what was said with what came', () => {
  const entries = [
    list(0),
    list(1),
    recorded(10, [...outcomesOf(0), ...outcomesOf(1, code => ({ state: code < 'S2' ? 'target' : 'time' }))]),
    recorded(20, []),
  ]
  const came = Math.round((10_000 * codes.filter(code => code < 'S2').length) / 24)
  expect(driftFrom(entries, 20).bands[2]).toEqual({ from: 250, below: 1_001, count: 24, said: 2_600, came })
})

it.each<[string, Change]>([
  ['was never bought', { state: 'expired', entry: null, netWorst: null, netBest: null }],
  ['is a repetition', { state: 'repeated', entry: null, netWorst: null, netBest: null }],
  ['depends on the order of prices on the day of purchase', { netBest: 0.19 }],
  ['is that of the published list', { track: 'published' }],
  ['is of a stock without an outlook', { code: 'X' }],
  ['is of a day without a list', { date: friday(3) }],
])('does not count an outcome that %s', (_, change) => {
  const outcomes = outcomesOf(0).with(0, outcome(0, codes[0]!, change))
  expect(countsOf([list(0), recorded(17, outcomes)], 17).picks).toEqual([0, 0, 11])
})

it('counts all outcomes of a week that are recorded in several entries', () => {
  const outcomes = outcomesOf(0)
  const entries = [list(0), recorded(17, outcomes.slice(0, 5)), recorded(17, outcomes.slice(5))]
  expect(countsOf(entries, 17).picks).toEqual([0, 0, 12])
})

it('leaves a list as it was evaluated, whatever is recorded later', () => {
  const entries = [list(0), recorded(17, outcomesOf(0)), recorded(18, []), list(0), recorded(19, outcomesOf(0))]
  expect(countsOf([...entries, recorded(40, [])], 40)).toEqual({ lists: 1, picks: [0, 0, 12] })
})

it('does not count a list that was rolled back, or replaced by one without outlooks', () => {
  const rolledBack: Entry = { kind: 'roll-back', body: { date: friday(0), issue: 1 } }
  const replaced: Entry = { kind: 'issue', body: { list: { date: friday(0), picks: [] }, made: 'staff' } }
  for (const change of [rolledBack, replaced])
    expect(countsOf([list(0), change, recorded(17, outcomesOf(0))], 17).lists).toBe(0)
})

it('raises the alarm on the day up to which the deciding outcomes were recorded, and gives the same from the same entries', () => {
  const weeks = Array.from({ length: 60 }, (_, week) => week)
  const until = (last: number) =>
    weeks
      .slice(0, last + 1)
      .flatMap(week => [list(week), ...(week < 17 ? [] : [recorded(week, outcomesOf(week - 17))])])
  const raised = weeks.find(week => driftFrom(until(week), week).alarm)!
  const drift = driftFrom(until(raised), raised)
  expect(drift).toMatchObject({ alarm: { on: friday(raised), way: 'over' }, seq: until(raised).length })
  expect(driftFrom(until(59).slice(0, drift.seq), raised)).toEqual(drift)
  // Without newer outcomes, models of later days still know the alarm, for 17 weeks.
  expect(driftFrom(until(raised), raised + 16).alarm).toEqual(drift.alarm)
  expect(driftFrom(until(raised), raised + 17).alarm).toBeNull()
})

it('of a record with anything in its bodies throws nothing', () => {
  const bodies = [null, 7, [], {}, { list: 7 }, { list: { date: 'x' }, outlooks: 7 }, { until: 7, outcomes: [null, 7] }]
  const kinds = ['issue', 'roll-back', 'outcomes', 'model'] as const
  const entries = kinds.flatMap(kind => bodies.map(body => ({ kind, body: body as object })))
  expect(driftFrom(entries, 1).lists).toBeNull()
})
