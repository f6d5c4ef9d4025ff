import { describe, expect, it } from 'vitest'
import { addDays, type Day, weekday } from '../calendar.ts'
import { Random } from '../random.ts'
import { longTermStates, proposeLongTerm } from './long-term-proposal.ts'
import { type IndexBar, proposeShortTerm, shortTermStates } from './proposal.ts'

function weekdays(count: number, from: Day = '2025-06-02'): Day[] {
  const days: Day[] = []
  for (let day = from; days.length < count; day = addDays(day, 1)) if (weekday(day) % 6 !== 0) days.push(day)
  return days
}

/**
 * `change`: in percent. `volume`: more (+) or less (-) than the day before. `low`: the distance of the low below the
 * lower of the day's and the previous close, in percent.
 */
type Step = readonly [change: number, volume: '+' | '-', low?: number]

const lead = 60

/**
 * An index that falls for `lead` days, reaches its low on the last of them, and then takes the steps. Returns its bars
 * and the days of the steps.
 */
function indexOf(steps: readonly Step[]): { bars: IndexBar[]; on: Day[] } {
  const days = weekdays(lead + steps.length)
  const bars: IndexBar[] = []
  for (let at = 0; at < lead; at++) {
    const close = 1_000 - at
    bars.push({ date: days[at]!, close, low: close, volume: 1_000 })
  }
  for (const [at, [change, volume, low = 0]] of steps.entries()) {
    const before = bars.at(-1)!
    const close = before.close * (1 + change / 100)
    bars.push({
      date: days[lead + at]!,
      close,
      low: Math.min(close, before.close) * (1 - low / 100),
      volume: before.volume + (volume === '+' ? 10 : -10),
    })
  }
  return { bars, on: days.slice(lead) }
}

const times = (count: number, step: Step): Step[] => Array.from({ length: count }, () => step)
/** Days 1 to 4 of a rally. The fourth confirms the rally (a follow-through day). */
const rallied: Step[] = [
  [0.5, '-'],
  [0.1, '-'],
  [0.1, '-'],
  [1.25, '+'],
]
const distribution: Step = [-0.2, '+']
const quiet: Step = [0.3, '-']

function proposed(steps: readonly Step[]) {
  const { bars, on } = indexOf(steps)
  const proposal = proposeShortTerm('HKEX', bars)
  return (
    proposal && [
      proposal.marketTrend,
      on.indexOf(proposal.startDate) + 1,
      proposal.fired.map(({ date, rule }) => `${rule} ${on.indexOf(date) + 1}`),
    ]
  )
}

describe('the short-term rule, step by step', () => {
  it.each<[string, Step[], string, number, string[]]>([
    ['the first higher close is day 1 of a rally', [[0.1, '-']], 'RALLY_ATTEMPT', 1, ['rally-day 1']],
    [
      'an unchanged day is not',
      [
        [0, '-'],
        [0.1, '-'],
      ],
      'RALLY_ATTEMPT',
      2,
      ['rally-day 2'],
    ],
    [
      'a lower close above the low keeps it',
      [
        [0.5, '-'],
        [-0.1, '-'],
      ],
      'RALLY_ATTEMPT',
      1,
      ['rally-day 1'],
    ],
    [
      'a low below the downtrend’s ends it',
      [
        [0.5, '-'],
        [-1, '-'],
      ],
      'DOWNTREND',
      2,
      ['rally-undercut 2'],
    ],
    [
      'even within a day that closes higher, which starts anew',
      [
        [0.5, '-'],
        [0.1, '-', 2],
      ],
      'RALLY_ATTEMPT',
      2,
      ['rally-day 2'],
    ],
    ['day 4 at 1.25% on higher volume follows through', rallied, 'UPTREND', 4, ['rally-day 1', 'follow-through 4']],
    [
      'day 3 does not',
      [
        [0.5, '-'],
        [0.1, '-'],
        [3, '+'],
      ],
      'RALLY_ATTEMPT',
      1,
      ['rally-day 1'],
    ],
    ['nor does 1.24%', [...rallied.slice(0, 3), [1.24, '+']], 'RALLY_ATTEMPT', 1, ['rally-day 1']],
    ['nor lower volume', [...rallied.slice(0, 3), [3, '-']], 'RALLY_ATTEMPT', 1, ['rally-day 1']],
    [
      'a later day does',
      [...rallied.slice(0, 3), ...times(8, [0.1, '-']), [1.3, '+']],
      'UPTREND',
      12,
      ['rally-day 1', 'follow-through 12'],
    ],
    [
      '-0.2 % on higher volume is distribution',
      [...rallied, quiet, distribution],
      'UPTREND',
      4,
      ['rally-day 1', 'follow-through 4', 'distribution 6'],
    ],
    ['-0.19 % is not', [...rallied, quiet, [-0.19, '+']], 'UPTREND', 4, ['rally-day 1', 'follow-through 4']],
    ['nor is lower volume', [...rallied, quiet, [-0.9, '-']], 'UPTREND', 4, ['rally-day 1', 'follow-through 4']],
    [
      'four leave an uptrend',
      [...rallied, ...times(4, quiet), ...times(4, distribution)],
      'UPTREND',
      4,
      ['rally-day 1', 'follow-through 4', 'distribution 9', 'distribution 10', 'distribution 11', 'distribution 12'],
    ],
    [
      'five put it under pressure',
      [...rallied, ...times(6, quiet), ...times(5, distribution)],
      'UNDER_PRESSURE',
      15,
      ['rally-day 1', 'follow-through 4', ...[11, 12, 13, 14, 15].map(day => `distribution ${day}`)],
    ],
    [
      'after 25 sessions one expires',
      [...rallied, ...times(6, quiet), ...times(5, distribution), ...times(22, [0.01, '-'])],
      'UPTREND',
      37,
      ['rally-day 1', 'follow-through 4', ...[12, 13, 14, 15].map(day => `distribution ${day}`)],
    ],
    [
      'not after 25',
      [...rallied, ...times(6, quiet), ...times(5, distribution), ...times(21, [0.01, '-'])],
      'UNDER_PRESSURE',
      15,
      ['rally-day 1', 'follow-through 4', ...[11, 12, 13, 14, 15].map(day => `distribution ${day}`)],
    ],
    [
      '5 % higher they are forgotten',
      [...rallied, quiet, distribution, [5.1, '-']],
      'UPTREND',
      4,
      ['rally-day 1', 'follow-through 4'],
    ],
    ['a low below the rally’s is a correction', [...rallied, [-3, '-']], 'DOWNTREND', 5, ['rally-undercut 5']],
    ['10 % under the high is one', [...rallied, [20, '-'], [-10, '-']], 'DOWNTREND', 6, ['fell-from-high 6']],
    ['9.9 % is not', [...rallied, [20, '-'], [-9.9, '-']], 'UPTREND', 4, ['rally-day 1', 'follow-through 4']],
    [
      'a correction resets its distribution days',
      [...rallied, [20, '-'], distribution, [-9.9, '-'], [0.5, '-'], [0.1, '-'], [0.1, '-'], [1.3, '+']],
      'UPTREND',
      11,
      ['rally-day 8', 'follow-through 11'],
    ],
  ])('gives the right state after these days: %s', (_, steps, marketTrend, since, fired) => {
    expect(proposed(steps)).toEqual([marketTrend, since, fired])
  })

  it('proposes a downtrend when an index under pressure closes below its 50-day average, with the days that led to it', () => {
    const steps: Step[] = [...rallied, ...times(70, quiet), ...times(5, [-0.9, '+']), [-4.6, '-']]
    expect(proposed(steps)).toEqual([
      'DOWNTREND',
      80,
      ['below-average 80', ...[75, 76, 77, 78, 79].map(day => `distribution ${day}`)],
    ])
    expect(proposed([...rallied, ...times(70, quiet), ...times(4, [-0.9, '+']), [-4.6, '-']])?.[0]).toBe('UPTREND')
  })

  it('reports each day with its change and the change of its volume', () => {
    const { bars, on } = indexOf(rallied)
    const fired = proposeShortTerm('HKEX', bars)!.fired
    expect(fired[1]).toMatchObject({ date: on[3], close: bars.at(-1)!.close, change: 1.25 })
    expect(fired[1]!.volumeChange).toBeCloseTo((10 / 970) * 100, 4)
    expect(fired[0]!.volumeChange).toBeCloseTo(-1, 4)
  })

  it('does not compare the volume of a half day, and compares the next day with the last full day', () => {
    const { bars } = indexOf([
      [0.5, '-'],
      [0.1, '-'],
      [0.1, '-'],
      [0.1, '-'],
      [1.5, '+'],
    ])
    const eve = bars.length - 2
    const dated = bars.map((bar, at) => ({ ...bar, date: addDays('2025-12-24', at - eve) }))
    dated[eve]!.volume = 1
    expect(proposeShortTerm('HKEX', dated)!.marketTrend).toBe('RALLY_ATTEMPT')
    expect(proposeShortTerm('US', dated)!.marketTrend).toBe('UPTREND')
    dated[eve + 1]!.volume = 5_000
    expect(proposeShortTerm('HKEX', dated)!.marketTrend).toBe('UPTREND')
  })

  it('proposes nothing without enough days, without volume, or for an index that never stopped falling', () => {
    const { bars } = indexOf(rallied)
    expect(proposeShortTerm('HKEX', bars.slice(-49))).toBeNull()
    expect(
      proposeShortTerm(
        'HKEX',
        bars.map(bar => ({ ...bar, volume: 0 })),
      ),
    ).toBeNull()
    expect(proposeShortTerm('HKEX', bars.slice(0, lead))).toBeNull()
  })
})

describe('the mid- to long-term rule, by weeks', () => {
  const friday = (day: Day) => weekday(day) === 5
  const weeks = (closes: readonly number[]) =>
    weekdays(closes.length * 5).map((date, day) => ({ date, close: closes[Math.floor(day / 5)]! }))
  const proposal = (closes: readonly number[]) => {
    const found = proposeLongTerm(weeks(closes), friday)
    return found && [found.marketTrend, weekdays(closes.length * 5).indexOf(found.startDate) / 5 + 0.2]
  }
  const line = (count: number, first: number, step: number) =>
    Array.from({ length: count }, (_, at) => first + at * step)

  it.each<[string, number[], string, number]>([
    ['a price that never moved: on both averages', line(45, 0.7, 0), 'UPTREND', 40],
    ['rising', line(45, 100, 1), 'UPTREND', 40],
    ['rising, a week under the 10-week average', [...line(45, 100, 1), 130], 'UNDER_PRESSURE', 46],
    ['and above it again', [...line(45, 100, 1), 130, 150], 'UPTREND', 47],
    ['falling', line(45, 200, -1), 'DOWNTREND', 40],
    ['falling, two weeks above the 10-week average', [...line(45, 200, -1), 165, 166], 'RALLY_ATTEMPT', 46],
  ])('gives the right state after these weeks: %s', (_, closes, marketTrend, since) => {
    expect(proposal(closes)).toEqual([marketTrend, since])
  })

  it('proposes nothing before 40 weeks, and ignores an unfinished week', () => {
    expect(proposal(line(39, 100, 1))).toBeNull()
    const bars = [...weeks(line(45, 100, 1)), { date: '2026-04-13', close: 1 }]
    expect(proposeLongTerm(bars, friday)).toMatchObject({ marketTrend: 'UPTREND', lastWeek: { date: '2026-04-10' } })
    const [week] = [proposeLongTerm(weeks(line(40, 1, 1)), friday)!.week]
    expect(week).toMatchObject({ close: 40, tenWeekAverage: 35.5, fortyWeekAverage: 20.5 })
  })
})

describe('the proposed states of a whole index history', () => {
  const random = new Random('states of all days')
  const walk = weekdays(500).reduce<IndexBar[]>((bars, date) => {
    const close = (bars.at(-1)?.close ?? 1_000) * (1 + 0.012 * random.gaussian())
    const low = Math.min(close, bars.at(-1)?.close ?? close) * (1 - 0.005 * random.uniform())
    return [...bars, { date, close, low, volume: 1_000 + random.whole(0, 500) }]
  }, [])

  it('are, on each day, the same as the proposal made on that day', () => {
    const states = shortTermStates('US', walk)
    expect(states).toHaveLength(walk.length)
    expect(new Set(states.slice(60)).size).toBe(4)
    for (let at = 60; at < walk.length; at += 7)
      expect(states[at]).toBe(proposeShortTerm('US', walk.slice(0, at + 1))!.marketTrend)
  })

  it('are, for each completed week, the same as the proposal made at its end', () => {
    const states = longTermStates(walk, () => true)
    expect(new Set(states.map(({ state }) => state)).size).toBeGreaterThan(2)
    for (const { date, state } of states) {
      const until = walk.filter(bar => bar.date <= date)
      expect(proposeLongTerm(until, () => true)!.marketTrend).toBe(state)
    }
    const open = longTermStates(walk, day => day < walk.at(-1)!.date)
    expect(open).toEqual(states.slice(0, -1))
  })

  it('are null on days that have no proposal', () => {
    expect(shortTermStates('US', walk.slice(0, 30)).every(state => state === null)).toBe(true)
    expect(
      shortTermStates(
        'US',
        walk.map(bar => ({ ...bar, volume: 0 })),
      ).every(state => state === null),
    ).toBe(true)
  })
})
