import { expect, test } from 'vitest'
import { nextCharges } from './next-charges.ts'

const day = (text: string) => Date.parse(text)
const monthly = { id: 'monthly', at: day('2026-08-01'), cents: 200_000, everyMonths: 1 }
const yearly = { id: 'yearly', at: day('2026-10-15'), cents: 1_680_000, everyMonths: 12 }
const of = (balance: number, comings = [monthly]) => Object.fromEntries(nextCharges(comings, balance))

test.each([
  ['no credit', 0, { amount: 200_000, credit: 0, owed: 0 }],
  ['credit for part of it', 50_000, { amount: 150_000, credit: 50_000, owed: 0 }],
  ['credit for all of it', 900_000, { amount: 0, credit: 200_000, owed: 0 }],
  ['credit that leaves less than the card minimum', 199_700, { amount: 0, credit: 199_700, owed: 0 }],
  ['a debt', -399, { amount: 200_399, credit: 0, owed: 399 }],
])('the next charge of each plan is calculated: %s', (_, balance, charge) => {
  expect(of(balance)).toEqual({ monthly: charge })
})

test('credit goes to the plan that is charged first, for as many of its charges as fall before the other plan’s', () => {
  expect(of(700_000, [yearly, monthly])).toEqual({
    monthly: { amount: 0, credit: 200_000, owed: 0 },
    yearly: { amount: 1_580_000, credit: 100_000, owed: 0 },
  })
  expect(of(500_000, [yearly, monthly])['yearly']).toEqual({ amount: 1_680_000, credit: 0, owed: 0 })
})

test('a debt is added to the first payment only', () => {
  expect(of(-300, [yearly, monthly])['yearly']).toEqual({ amount: 1_680_000, credit: 0, owed: 0 })
})

test('without subscriptions there are no next charges', () => {
  expect(of(100, [])).toEqual({})
})
