import { expect, test } from 'vitest'
import { figuresIn, isEditable, partsOf, queryOf, readQuery, withPart } from './conditions.ts'

const parts = (query: string) => partsOf(readQuery(query).expression)

test('a part is replaced, removed or added', () => {
  const before = parts('rs > 90 and listed')
  const [other] = parts('tight < 3 or rsnewhigh')
  expect(queryOf(withPart(before, 1, other!))).toBe('rs > 90 and (tight < 3 or rsnewhigh)')
  expect(queryOf(withPart(before, 0, null))).toBe('listed')
  expect(queryOf(withPart(before, undefined, other!))).toBe('rs > 90 and listed and (tight < 3 or rsnewhigh)')
  expect(queryOf(withPart([], undefined, null))).toBe('')
})

test('a part that requires several conditions joins them', () => {
  expect(queryOf(withPart(parts('rs > 90 and listed'), 0, readQuery('rs > 80 and tight < 3').expression!))).toBe(
    'rs > 80 and tight < 3 and listed',
  )
})

test.each([
  ['rs > 90', true],
  ['not listed', true],
  ['not rs > 90', false],
  ['rs != 90', false],
  ['rs > 90 or listed', false],
])('the dialog edits %s: %s', (query, is) => {
  expect(parts(query).map(isEditable)).toEqual([is])
})

test('each figure that a query reads is named once', () => {
  expect(figuresIn(readQuery('rs > 90 and (price > sma50 or rs < 5) and eps > sector(eps)').expression)).toEqual([
    'rs', 'price', 'sma50', 'eps', 'sector',
  ]) // biome-ignore format: a list
})
