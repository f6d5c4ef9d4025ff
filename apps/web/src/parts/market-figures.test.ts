import { expect, test } from 'vitest'
import { formatChange, formatPrice, formatVolume } from './market-figures.tsx'

test('volumes are millions or billions with two decimals', () => {
  expect(formatVolume(12_345_678)).toBe('12.35M')
  expect(formatVolume(120_000)).toBe('0.12M')
  expect(formatVolume(999_999_999)).toBe('1.00B')
  expect(formatVolume(2_500_000_000)).toBe('2.50B')
  expect(formatVolume(0)).toBe('0.00M')
})

test('prices keep two to four decimals, changes their sign', () => {
  expect(formatPrice(1903)).toBe('1,903.00')
  expect(formatPrice(0.0735)).toBe('0.0735')
  expect(formatChange(3.25)).toBe('+3.25')
  expect(formatChange(-0)).toBe('0.00')
})
