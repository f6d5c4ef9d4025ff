import { parseQuery, writeQuery } from '@finlist/domain/screener/query'
import { expect, test } from 'vitest'
import type { Editable } from '../conditions.ts'
import { conditionOf, draftOf, numberOf, startOf, wrongOf } from './draft.ts'

test.each([
  'rs > 90',
  'rs >= 90',
  'dist50 < 5.5',
  'dist50 <= -2',
  'rs = 80',
  'rs = 80..99',
  'turnover > 20000000',
  'top 10% rs',
  'bottom 20 volatility',
  'price > 1.05 * sma50',
  'change3m >= sector(change3m)',
  'base = "CWH"',
  'base in ("CWH", "FB")',
  'listed',
  'not listed',
])('a condition is edited without a change: %s', query => {
  expect(writeQuery(conditionOf(draftOf(parseQuery(query) as Editable)))).toBe(query)
})

test('an incomplete or wrong condition is none', () => {
  const rs = startOf('rs')
  expect(conditionOf(rs)).toBeUndefined()
  expect(conditionOf({ ...rs, from: 'dear' })).toBeUndefined()
  expect(conditionOf({ ...rs, from: '9', to: '1' })).toBeUndefined()
  expect(conditionOf({ ...rs, form: 'compare' })).toBeUndefined()
  expect(conditionOf({ ...rs, form: 'extreme', amount: '101' })).toBeUndefined()
  expect(conditionOf({ ...rs, form: 'extreme', amount: '1.5', unit: 'stocks' })).toBeUndefined()
  expect(conditionOf(startOf('base'))).toBeUndefined()
  expect([wrongOf({ ...rs, from: 'dear' }), wrongOf({ ...rs, from: '9', to: '1' }), wrongOf(rs)]).toEqual([
    'number',
    'order',
    undefined,
  ])
})

test.each([
  ['12.5', 12.5],
  ['1,500,000', 1_500_000],
  ['20M', 20_000_000],
  ['−3%', -3],
  ['.5', 0.5],
  ['', undefined],
  ['1e9', undefined],
  ['9999999b', undefined],
])('a number may be typed as “%s”', (text, number) => {
  expect(numberOf(text)).toBe(number)
})
