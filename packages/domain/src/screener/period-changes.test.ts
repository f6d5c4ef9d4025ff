import { expect, it } from 'vitest'
import { adjustedBars, stepsOf } from '../adjust/adjustment.ts'
import { tradingDays } from '../calendar.ts'
import { Random } from '../random.ts'
import { baseDays, changePeriods, periodChanges } from './period-changes.ts'

type Close = { date: string; close: number }

const at = (...[year, month, date]: [number, number, number]) =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10)

/** A second implementation of the changes: it walks back day by day from each period's start. */
function recounted(day: string, bars: readonly Close[]): Record<string, number | null> {
  const closes = new Map(bars.map(({ date, close }) => [date, close]))
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const lastOf = (months: number) => Number(at(year, month - months + 1, 0).slice(8))
  const monthsBack = (months: number) => at(year, month - months, Math.min(date, lastOf(months)))
  const starts = {
    '1d': at(year, month, date - 1),
    '1w': at(year, month, date - 7),
    '1m': monthsBack(1),
    '3m': monthsBack(3),
    '6m': monthsBack(6),
    '1y': monthsBack(12),
    ytd: `${year - 1}-12-31`,
  }
  const changeSince = (start: string) => {
    const now = closes.get(day)
    const [startYear, startMonth, startDate] = start.split('-').map(Number) as [number, number, number]
    for (let back = 0; back <= 14; back++) {
      const base = closes.get(at(startYear, startMonth, startDate - back))
      if (base !== undefined && now !== undefined) return Math.round(((now - base) / base) * 1e4) / 100
    }
    return null
  }
  return Object.fromEntries(Object.entries(starts).map(([period, start]) => [period, changeSince(start)]))
}

const random = new Random(7, 'period-changes')
const walk = tradingDays('HKEX', '2023-12-01', '2026-06-30').map((date, day) => ({
  date,
  close: Math.round(5_000 + 3_000 * Math.sin(day / 40) + 900 * random.uniform()) / 100,
}))
/** The changes that differ from the recount by more than a rounding. */
function differences(dates: readonly string[], bars: readonly Close[]) {
  return dates.flatMap(date => {
    const expected = recounted(date, bars)
    const changes = periodChanges(date, bars)
    return changePeriods.flatMap(period => {
      const [change, other] = [changes[period], expected[period]!]
      const isSame = change === null || other === null ? change === other : Math.abs(change - other) < 0.0101
      return isSame ? [] : [{ date, period, change, other }]
    })
  })
}

it('matches an independent recount on every trading day of a year and a half', () => {
  const dates = walk.map(({ date }) => date).filter(date => date >= '2025-01-01')
  expect(dates.length * changePeriods.length).toBeGreaterThan(2_500)
  expect(differences(dates, walk)).toEqual([])
  expect(dates.flatMap(date => Object.values(periodChanges(date, walk)))).not.toContain(null)
})

it('matches the recount for a stock that trades on few days, of which some periods have no base', () => {
  const rare = walk.filter(() => random.uniform() < 0.06)
  const dates = rare.map(({ date }) => date)
  expect(differences(dates, rare)).toEqual([])
  const missing = dates.flatMap(date => Object.values(periodChanges(date, rare))).map(change => change === null)
  expect(new Set(missing)).toEqual(new Set([true, false]))
})

it('needs only the base of each period and the day itself', () => {
  const day = '2026-05-15'
  const bases = Object.values(baseDays(day)).flatMap(({ from, until }) => {
    const base = walk.findLast(({ date }) => date >= from && date <= until)
    return base ? [base] : []
  })
  const few = [...bases, walk.find(({ date }) => date === day)!].toSorted((one, other) =>
    one.date < other.date ? -1 : 1,
  )
  expect(few.length).toBeLessThanOrEqual(changePeriods.length + 1)
  expect(periodChanges(day, few)).toEqual(periodChanges(day, walk))
})

it('measures the year to date from the last close of the year before, on the first trading day too', () => {
  const bars = [
    { date: '2025-01-02', close: 50 },
    { date: '2025-12-30', close: 80 },
    { date: '2025-12-31', close: 100 },
    { date: '2026-01-02', close: 110 },
  ]
  expect(periodChanges('2026-01-02', bars)).toMatchObject({ '1d': 10, ytd: 10, '1y': 120 })
  expect(periodChanges('2025-12-31', bars)).toMatchObject({ '1d': 25, ytd: null })
})

it('starts a period of months on the last day of a shorter month', () => {
  const bars = [
    { date: '2026-02-27', close: 40 },
    { date: '2026-03-02', close: 60 },
    { date: '2026-03-31', close: 50 },
  ]
  expect(periodChanges('2026-03-31', bars)['1m']).toBe(25)
})

it('uses the last close before a missing day, and none from before a long suspension', () => {
  const bars = [
    { date: '2026-05-04', close: 10 },
    { date: '2026-06-10', close: 12 },
    { date: '2026-06-22', close: 15 },
    { date: '2026-06-30', close: 18 },
  ]
  expect(periodChanges('2026-06-30', bars)).toEqual({
    '1d': 20,
    '1w': 20,
    '1m': null,
    '3m': null,
    '6m': null,
    '1y': null,
    ytd: null,
  })
})

it('has no changes for a stock that did not trade on the day', () => {
  expect(new Set(Object.values(periodChanges('2026-06-30', walk.slice(0, -1))))).toEqual(new Set([null]))
})

it('is not affected by a split, if its bars are adjusted for it', () => {
  const split = { exDate: '2026-04-01', kind: 'split', numerator: 5, denominator: 1, amount: null } as const
  const asTraded = walk.map(({ date, close }) => {
    const price = date < split.exDate ? close * 5 : close
    return { date, open: price, high: price, low: price, close: price, volume: 1 }
  })
  const steps = stepsOf([split], { adjustment: 'splits', asOf: '2026-06-30' })
  expect(periodChanges('2026-06-30', adjustedBars(asTraded, steps))).toEqual(periodChanges('2026-06-30', walk))
  expect(periodChanges('2026-06-30', asTraded)).not.toEqual(periodChanges('2026-06-30', walk))
})
