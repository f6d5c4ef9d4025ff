import { describe, expect, it } from 'vitest'
import {
  brandOf,
  type CardBrand,
  caretAfter,
  formatCvc,
  formatExpiry,
  formatNumber,
  judgeCvc,
  judgeExpiry,
  judgeNumber,
} from '../src/browser/in-page/card-rules.js'
import { testCards } from '../src/cards.ts'

const july2026 = Date.UTC(2026, 6, 17) / 1000

describe('the card number', () => {
  it.each<[string, CardBrand]>([
    ['4', 'visa'],
    ['51', 'mastercard'],
    ['55', 'mastercard'],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['34', 'amex'],
    ['37', 'amex'],
    ['5', 'unknown'],
    ['2220', 'unknown'],
    ['2721', 'unknown'],
    ['62', 'unknown'],
    ['', 'unknown'],
  ])('%s is detected as %s', (digits, brand) => expect(brandOf(digits)).toBe(brand))

  it.each([
    ['4242', '4242'],
    ['42424', '4242 4'],
    ['4242-4242 42424242', '4242 4242 4242 4242'],
    ['42424242424242429', '4242 4242 4242 4242'],
    ['3782', '3782'],
    ['378282246310005', '3782 822463 10005'],
    ['3782822463100059', '3782 822463 10005'],
    ['abc', ''],
  ])('%s is formatted as %s', (typed, shown) => expect(formatNumber(typed)).toBe(shown))

  it('is complete for every test card', () => {
    for (const [number, { brand }] of Object.entries(testCards))
      expect(judgeNumber(formatNumber(number))).toEqual({
        value: number,
        brand,
        empty: false,
        full: true,
        complete: true,
        wrong: undefined,
      })
  })

  it('is invalid with one wrong digit, and incomplete with one digit missing', () => {
    expect(judgeNumber('4242 4242 4242 4241')).toMatchObject({ complete: false, full: true, wrong: 'invalid_number' })
    expect(judgeNumber('3782 822463 10006')).toMatchObject({ complete: false, full: true, wrong: 'invalid_number' })
    expect(judgeNumber('4242 4242 4242 424')).toMatchObject({
      complete: false,
      full: false,
      wrong: 'incomplete_number',
    })
    expect(judgeNumber('')).toMatchObject({ complete: false, empty: true, wrong: undefined })
  })

  it('keeps the caret after the same digit when it is reformatted', () => {
    expect(caretAfter('4242 4242', 0)).toBe(0)
    expect(caretAfter('4242 4242', 4)).toBe(4)
    expect(caretAfter('4242 4242', 5)).toBe(6)
    expect(caretAfter('4242', 9)).toBe(4)
  })
})

describe('the expiry date', () => {
  it.each([
    ['1', '1'],
    ['2', '02 / '],
    ['12', '12 / '],
    ['13', '01 / 3'],
    ['1/', '01 / '],
    ['12 / 3', '12 / 3'],
    ['1230', '12 / 30'],
    ['12/30', '12 / 30'],
    ['12/2030', '12 / 30'],
    ['1 / 2030', '01 / 30'],
    ['12 / 305', '12 / 30'],
    ['', ''],
  ])('%s is formatted as %s', (typed, shown) => expect(formatExpiry(typed)).toBe(shown))

  it('can be deleted completely with Backspace', () => {
    expect(formatExpiry('12 / ', true)).toBe('12')
    expect(formatExpiry('1', true)).toBe('1')
    expect(formatExpiry('', true)).toBe('')
  })

  it.each([
    ['07 / 26', true, undefined],
    ['12 / 30', true, undefined],
    ['06 / 26', false, 'invalid_expiry_month'],
    ['13 / 30', false, 'invalid_expiry_month'],
    ['00 / 30', false, 'invalid_expiry_month'],
    ['12 / 25', false, 'invalid_expiry_year'],
    ['12 / 77', false, 'invalid_expiry_year'],
    ['12 / 3', false, 'incomplete_expiry'],
    ['', false, undefined],
  ])('%s in July 2026 is complete: %s, error: %s', (shown, complete, wrong) =>
    expect(judgeExpiry(shown, july2026)).toMatchObject({ complete, wrong }),
  )

  it('is valid until the last second of its month', () => {
    expect(judgeExpiry('07 / 26', Date.UTC(2026, 7, 1) / 1000 - 1).complete).toBe(true)
    expect(judgeExpiry('07 / 26', Date.UTC(2026, 7, 1) / 1000).complete).toBe(false)
  })
})

describe('the security code', () => {
  it.each<[string, CardBrand, boolean]>([
    ['123', 'visa', true],
    ['12', 'visa', false],
    ['1234', 'amex', true],
    ['123', 'amex', false],
    ['123', 'unknown', true],
    ['1234', 'unknown', true],
    ['1234', 'visa', false],
  ])('%s for a %s card is complete: %s', (code, brand, complete) =>
    expect(judgeCvc(code, brand).complete).toBe(complete),
  )

  it('accepts no more digits than the card’s brand uses', () => {
    expect(formatCvc('12345', 'visa')).toBe('123')
    expect(formatCvc('12345', 'amex')).toBe('1234')
    expect(formatCvc('1a2b', 'visa')).toBe('12')
  })
})
