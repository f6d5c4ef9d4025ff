import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { exchangeIds } from '../markets.ts'
import { trading } from '../trading.ts'
import { type Canonical, canonical } from './canonical.ts'
import { isoDay } from './days.ts'
import { constantsKnown, constantsOf, limitsOf, method, methodHash, methods } from './method.ts'
import { tickAbove, tickDown } from './tick.ts'

const hashOf = (value: Canonical) => createHash('sha256').update(canonical(value)).digest('hex')

it('the method’s rules match their hash, so any changed constant makes a new method', () => {
  expect(hashOf(method)).toBe(methodHash)
  expect(methods.at(-1)).toMatchObject({ id: method.id, hash: methodHash })
})

it.each(exchangeIds)('the limits of %s match their hash', id =>
  expect(hashOf(limitsOf(id))).toBe(trading[id].limitsHash),
)

it('the rules name no market, so adding a market changes no hash', () => {
  for (const id of exchangeIds) {
    expect(canonical(method)).not.toContain(id)
    expect(constantsKnown(id)[0]).toBe(`${methodHash}:${trading[id].limitsHash}`)
    expect(constantsKnown(id)[0]).toBe(constantsOf(id))
  }
})

const weighed = Object.entries(method.quality).filter(([, parts]) => typeof parts === 'object')

it.each(weighed)('the weights of the quality of %s add up to 100', (_, parts) => {
  const weights = Object.values(parts).map(([weight]) => weight as number)
  expect(weights.reduce((total, weight) => total + weight)).toBe(100)
})

it('the maximum score is a hundred points', () => {
  expect(Object.values<number>(method.score).reduce((total, points) => total + points)).toBe(10_000)
})

describe('the canonical text, which is hashed', () => {
  it.each<[string, Parameters<typeof canonical>[0], string]>([
    [
      'names in order of their units, without spaces',
      { b: 1, a: [true, null], B: 'x' },
      '{"B":"x","a":[true,null],"b":1}',
    ],
    ['an emoji before a private letter, as UTF-16 has them', { '\ue000': 1, '😀': 2 }, '{"😀":2,"\ue000":1}'],
    ['nothing for missing values', { a: undefined, b: 0 }, '{"b":0}'],
    ['numbers as JavaScript writes them', [1e21, 0.1, 33.8, 1e-7, -0], '[1e+21,0.1,33.8,1e-7,0]'],
    ['strings with few escapes', 'a"\n€', '"a\\"\\n€"'],
  ])('is as expected: %s', (_, value, text) => expect(canonical(value)).toBe(text))
})

it.each([
  '1970-01-01',
  '1999-12-31',
  '2000-02-29',
  '2024-02-29',
  '2024-03-01',
  '2100-02-28',
  '2100-03-01',
  '2026-07-17',
])('a day number is formatted as %s without a calendar library', day =>
  expect(isoDay(Date.parse(day) / 86_400_000)).toBe(day),
)

const parts = (price: number) => Math.round(price * method.priceParts)

it.each([
  ['HKEX', 0.249, 0.25],
  ['HKEX', 0.25, 0.255],
  ['HKEX', 19.99, 20],
  ['HKEX', 20, 20.02],
  ['HKEX', 499.8, 500],
  ['US', 0.5, 0.5001],
  ['US', 62.33, 62.34],
  ['US', 62.335, 62.34],
  ['JP', 2_999, 3_000],
  ['JP', 3_000, 3_005],
  ['JP', 29_990, 30_000],
  ['CN', 9.99, 10],
  ['TW', 99.9, 100],
  ['TW', 1_000, 1_005],
] as const)('the next valid price in %s above %d is %d', (exchange, price, above) =>
  expect(tickAbove(exchange, parts(price)) / method.priceParts).toBe(above),
)

it.each([
  ['HKEX', 21.999, 21.98],
  ['HKEX', 22, 22],
  ['TW', 51.27, 51.2],
  ['JP', 3_004, 3_000],
] as const)('a price in %s is rounded down to a valid one: %d becomes %d', (exchange, price, down) =>
  expect(tickDown(exchange, parts(price)) / method.priceParts).toBe(down),
)
