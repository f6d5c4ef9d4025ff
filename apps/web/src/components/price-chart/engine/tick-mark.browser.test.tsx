import { TickMarkType } from 'lightweight-charts'
import { expect, test } from 'vitest'
import { keepLanguage } from '../../../api/language.ts'
import { tickMark } from './tick-mark.ts'

test('a day on the time axis shows its month too, in the page’s language; months and years keep the library’s format', () => {
  keepLanguage('en')
  expect(tickMark('2026-07-02', TickMarkType.DayOfMonth)).toBe('2 Jul')
  keepLanguage('zh')
  expect(tickMark('2026-07-02', TickMarkType.DayOfMonth)).toBe('7月2日')
  expect([TickMarkType.Month, TickMarkType.Year].map(type => tickMark('2026-07-02', type))).toEqual([null, null])
})
