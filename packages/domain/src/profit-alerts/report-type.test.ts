import { expect, it } from 'vitest'
import { reportTypeOf } from './report-type.ts'

it.each([
  ['POSITIVE PROFIT ALERT FOR THE SIX MONTHS ENDED 30 JUNE 2026', 'POSITIVE'],
  ['Positive Profit Alert and Inside Information', 'POSITIVE'],
  ['PROFIT WARNING', 'NEGATIVE'],
  ['盈喜', 'POSITIVE'],
  ['正面盈利預告', 'POSITIVE'],
  ['盈利警告', 'NEGATIVE'],
  ['NEGATIVE', 'NEGATIVE'],
  ['PROFIT ALERT', 'OTHER'],
  ['INSIDE INFORMATION', 'OTHER'],
  ['', 'OTHER'],
])('the announcement type of %s is %s (PA-06)', (text, type) => expect(reportTypeOf(text)).toBe(type))
