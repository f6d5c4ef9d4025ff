import { exchangeIds } from '@finlist/domain/markets'
import { expect, test } from 'vitest'
import { fillersFor } from './filler.ts'

const day = '2026-07-17'

test('the number of masked rows is the server’s count minus the real row, at most 200', () => {
  expect(fillersFor('HKEX', day, 37)).toHaveLength(36)
  expect(fillersFor('HKEX', day, 900)).toHaveLength(200)
  expect(fillersFor('HKEX', day, 0)).toHaveLength(0)
})

test('the masked rows of an issue are always the same, and differ from those of other issues', () => {
  expect(fillersFor('HKEX', day, 9)).toEqual(fillersFor('HKEX', day, 9))
  expect(fillersFor('HKEX', day, 9)).not.toEqual(fillersFor('HKEX', '2026-07-10', 9))
  expect(fillersFor('HKEX', day, 9).every(row => row.mask)).toBe(true)
})

test.each([
  ['HKEX', /^\d{4}$/],
  ['US', /^[A-Z]{3}$/],
  ['JP', /^\d{4}$/],
  ['CN', /^60\d{4}$/],
  ['TW', /^\d{4}$/],
] as const)(
  'the masked codes of %s have the form of its real codes, and are ascending and unique',
  (exchange, form) => {
    expect(exchangeIds).toContain(exchange)
    const codes = fillersFor(exchange, day, 201).map(({ stockCode }) => stockCode)
    for (const code of codes) expect(code).toMatch(form)
    expect(codes).toEqual([...new Set(codes)].toSorted())
    const steps = codes.slice(1).map((code, place) => Number.parseInt(code, 36) - Number.parseInt(codes[place]!, 36))
    expect(new Set(steps).size).toBeGreaterThan(5)
  },
)
