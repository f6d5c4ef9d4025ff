import { expect, it } from 'vitest'
import { changesSince, closesAt, withCompared } from './compare.ts'
import { type Compared, mostCompared, scaleOf } from './price-scale.ts'

const days = (...dates: string[]) => dates.map(date => ({ date }))
const closes = (closesBy: Record<string, number>) => Object.entries(closesBy).map(([date, close]) => ({ date, close }))

it.each([
  [
    'a day without trading has the previous close',
    '1D',
    days('2024-05-02', '2024-05-03', '2024-05-06'),
    { '2024-05-02': 10, '2024-05-06': 12 },
    [10, 10, 12],
  ],
  ['there is nothing before the first', '1D', days('2024-05-02', '2024-05-03'), { '2024-05-03': 5 }, [null, 5]],
  ['days missing from the chart are skipped', '1D', days('2024-05-06'), { '2024-05-02': 1, '2024-05-05': 2 }, [2]],
  [
    'a golden week is bridged, and a delisted stock ends',
    '1D',
    days('2024-10-04', '2024-10-08', '2024-11-01'),
    { '2024-09-30': 7 },
    [7, 7, null],
  ],
  [
    'weeks are the same whatever their first trading day',
    '1W',
    days('2024-04-29', '2024-05-07'),
    { '2024-04-30': 3, '2024-05-06': 4 },
    [3, 4],
  ],
  ['months too', '1M', days('2024-05-02', '2024-06-03'), { '2024-05-01': 3, '2024-06-04': 4 }, [3, 4]],
] as const)('comparing symbols on a chart: %s', (_, resolution, bars, other, expected) => {
  expect(closesAt(bars, closes(other), resolution)).toEqual(expected)
})

it('changes in a comparison are relative to the first bar in view, or to the symbol’s first value if that is later', () => {
  expect(changesSince([50, 100, 110, null, 90], 1).map(it => it && Math.round(it))).toEqual([-50, 0, 10, null, -10])
  expect(changesSince([null, null, 20, 30], 0)).toEqual([null, null, 0, 50])
  expect(changesSince([null], 0)).toEqual([null])
})

it('each compared symbol is added once and keeps its colour', () => {
  const names = ['A', 'B', 'A', 'C', 'D', 'E']
  const all = names.reduce<readonly Compared[]>(withCompared, [])
  expect(all.map(({ symbol }) => symbol)).toEqual(['A', 'B', 'C', 'D'])
  expect(new Set(all.map(({ colour }) => colour)).size).toBe(mostCompared)
  const fewer = all.filter(({ symbol }) => symbol !== 'B')
  expect(withCompared(fewer, 'E')).toEqual([...fewer, { symbol: 'E', colour: all[1]!.colour }])
})

it.each([
  ['linear', false, 'linear'],
  ['log', false, 'log'],
  ['log', true, 'percent'],
  ['indexed', true, 'indexed'],
  ['percent', false, 'percent'],
] as const)('the price scale %s, with a comparison: %s, becomes %s', (scale, isComparing, expected) => {
  expect(scaleOf(scale, isComparing)).toBe(expected)
})
