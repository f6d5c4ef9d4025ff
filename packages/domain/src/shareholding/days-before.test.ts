import { expect, it } from 'vitest'
import { daysBefore } from './days-before.ts'

it.each([
  ['nothing known', '2026-11-17', [], null, null],
  [
    'the day before and the same weekday',
    '2026-11-17',
    ['2026-11-16', '2026-11-10', '2026-11-09'],
    '2026-11-16',
    '2026-11-10',
  ],
  ['over a weekend', '2026-11-16', ['2026-11-13', '2026-11-06'], '2026-11-13', '2026-11-06'],
  ['over the lunar new year', '2025-02-03', ['2025-01-28'], '2025-01-28', null],
  ['two days under a typhoon', '2026-09-10', ['2026-09-07'], '2026-09-07', null],
  ['a week without uploads gives no day', '2026-11-17', ['2026-11-10'], null, '2026-11-10'],
  ['last week’s day was a holiday', '2026-10-08', ['2026-09-30', '2026-10-02'], null, '2026-09-30'],
  ['thirteen days count as a week, fourteen do not', '2026-11-17', ['2026-11-04', '2026-11-03'], null, '2026-11-04'],
  ['the date itself and later ones do not count as before', '2026-11-17', ['2026-11-17', '2026-11-18'], null, null],
] as const)('the dates compared for shareholding: %s (SHC-01)', (_, date, known, dayBefore, weekBefore) => {
  expect(daysBefore(date, known)).toEqual({ dayBefore, weekBefore })
  expect(daysBefore(date, known.toReversed())).toEqual({ dayBefore, weekBefore })
})
