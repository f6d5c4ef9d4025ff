import { expect, test } from 'vitest'
import { asTyped, typedCents } from './typed-cents.ts'

test.each([
  ['500', 50_000],
  [' HK$1,234.5 ', 123_450],
  ['$ 16,800', 1_680_000],
  ['0.01', 1],
  ['1234567.89', 123_456_789],
  ['4.35', 435],
  ['', undefined],
  ['0', undefined],
  ['-5', undefined],
  ['1.234', undefined],
  ['1,23', undefined],
  ['12,34.5', undefined],
  ['5e3', undefined],
  ['１００', undefined],
])('the typed amount %o is %o cents', (text, cents) => {
  expect(typedCents(text)).toBe(cents)
})

test('an amount formatted for the field is parsed back to the same amount', () => {
  for (const cents of [1, 99, 100, 123_450, 1_680_000]) expect(typedCents(asTyped(cents))).toBe(cents)
})
