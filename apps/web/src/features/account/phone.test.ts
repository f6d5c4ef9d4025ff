import { describe, expect, test } from 'vitest'
import { caretAfter, formatPhone, internationalPhone } from './phone.ts'

describe('a phone number while it is typed', () => {
  test.each([
    ['+85291234567', '+852 9123 4567'],
    ['+852 91234', '+852 9123 4'],
    ['+852ab9123', '+852 9123'],
    ['+85+2', '+852'],
    ['＋８５２９１２３', '+852 9123'],
    ['hello', ''],
  ])('%s becomes %s', (typed, shown) => expect(formatPhone(typed)).toBe(shown))
})

test.each([
  ['+852 9123 4567', '+85291234567'],
  ['91234567', undefined],
  ['+852 1', undefined],
  ['', undefined],
  ['123', undefined],
])('a phone number typed as %s is sent as %s', (typed, sent) => expect(internationalPhone(typed)).toBe(sent))

test('while a phone number is typed, the caret stays after the last digit typed', () => {
  expect(caretAfter('+852 9123 4567', '+852 91')).toBe(7)
  expect(caretAfter('+852 9123 4567', '+85291234567')).toBe(14)
})
