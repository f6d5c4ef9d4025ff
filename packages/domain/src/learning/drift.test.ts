import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deviationOf, driftOf, driftRule, gateInAlarm, type KnownList, type SaidAndCame } from './drift.ts'

const start = 20_000
const picks = (count: number, said: number, came: number): SaidAndCame[] =>
  Array.from({ length: count }, (_, at) => ({ said, came: at < came }))
/** A list a week, evaluated as soon as its outcomes are complete. */
const weekly = (count: number, of: (week: number) => SaidAndCame[]): KnownList[] =>
  Array.from({ length: count }, (_, week) => {
    const day = start + 7 * week
    return { day, known: day + driftRule.settledDays, picks: of(week) }
  })
const lastKnown = (lists: readonly KnownList[]) => lists.at(-1)!.known

describe('the deviation of a list', () => {
  test('is zero if as much came as was said, positive if less came, and negative if more came', () => {
    expect(deviationOf(picks(10, 200, 2))).toBe(0)
    expect(deviationOf(picks(10, 200, 0))).toBeGreaterThan(0)
    expect(deviationOf(picks(10, 200, 5))).toBeLessThan(0)
  })

  test('of a single pick is in standard deviations of its outcome', () => {
    // (200 - 0) / sqrt(200 * 800) = 0.5, and (200 - 1,000) / 400 = -2
    expect([deviationOf(picks(1, 200, 0)), deviationOf(picks(1, 200, 1))]).toEqual([500, -2_000])
  })

  test('of a certain forecast, or without picks, is zero', () => {
    expect([deviationOf([]), deviationOf(picks(3, 0, 0)), deviationOf(picks(3, 1_000, 3))]).toEqual([0, 0, 0])
  })

  test('does not depend on the order of the picks', () => {
    const any = fc.array(fc.record({ said: fc.nat(1_000), came: fc.boolean() }), { maxLength: 30 })
    fc.assert(
      fc.property(any, own => {
        expect(deviationOf(own.toReversed())).toBe(deviationOf(own))
      }),
    )
  })
})

describe('the drift of a market', () => {
  test('without a list has bands without figures, and no alarm', () => {
    const { lists, bands, alarm } = driftOf([], start)
    expect({ lists, alarm }).toEqual({ lists: null, alarm: null })
    expect(bands.map(({ from, below, count, said }) => [from, below, count, said])).toEqual([
      [0, 150, 0, null],
      [150, 250, 0, null],
      [250, 1_001, 0, null],
    ])
  })

  test('shows what was said and came in three bands, and only from 20 picks on', () => {
    const lists = weekly(10, week => [...picks(2, 100, Number(week < 3)), ...picks(1, 149, 0), ...picks(1, 250, 1)])
    const { bands } = driftOf(lists, lastKnown(lists))
    expect(bands[0]).toMatchObject({ count: 30, said: Math.round((20 * 1_000 + 10 * 1_490) / 30), came: 1_000 })
    expect(bands[1]).toMatchObject({ count: 0 })
    expect(bands[2]).toMatchObject({ count: 10, said: null, came: null })
  })

  test('covers the lists that were evaluated in the last 52 weeks', () => {
    const lists = weekly(80, () => picks(1, 200, 0))
    const drift = driftOf(lists, lastKnown(lists))
    expect(drift.lists).toMatchObject({ count: 52, until: '2026-04-10' })
    expect(drift.bands[1]!.count).toBe(52)
  })

  test.each([
    ['over', 0],
    ['under', 10],
  ] as const)('raises an alarm if what was said is %s what came for long', (way, came) => {
    const lists = weekly(80, () => picks(20, 250, came))
    const raised = lists.findIndex((_, at) => driftOf(lists.slice(0, at + 1), lists[at]!.known).alarm)
    expect(raised).toBeGreaterThan(5)
    expect(driftOf(lists.slice(0, raised + 1), lists[raised]!.known)).toMatchObject({
      alarm: { way },
      sums: { over: 0, under: 0 },
    })
  })

  test('ends an alarm after 17 weeks in which what was said came', () => {
    const wrong = weekly(80, () => picks(20, 250, 0))
    const raised = wrong.findIndex((_, at) => driftOf(wrong.slice(0, at + 1), wrong[at]!.known).alarm)
    const lists = weekly(80, week => picks(20, 250, week <= raised ? 0 : 5))
    const alarmAfter = (weeks: number) =>
      driftOf(lists.slice(0, raised + weeks + 1), lists[raised + weeks]!.known).alarm !== null
    expect([0, 1, 16, 17].map(alarmAfter)).toEqual([true, true, true, false])
  })
})

test('an alarm keeps an open gate closed, and changes no other', () => {
  const alarm = { on: '2026-07-17', way: 'over' } as const
  expect(gateInAlarm('open', { alarm })).toBe('drifted')
  expect(gateInAlarm('open', { alarm: null })).toBe('open')
  expect(gateInAlarm('closed', { alarm })).toBe('closed')
  expect(gateInAlarm('too-few-weeks', { alarm })).toBe('too-few-weeks')
})
