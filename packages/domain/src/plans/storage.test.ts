import { expect, it } from 'vitest'
import { rightsOf } from './rights.ts'
import { storedBytes } from './storage.ts'

const year = { startsAt: 0, endsAt: 2 }

it('a user may store 5 MB and a subscriber of any plan 25 MB; without rights nothing may be stored', () => {
  expect(storedBytes(rightsOf([], [], 1))).toBe(5_000_000)
  for (const productId of [1, 2, 5] as const)
    expect(storedBytes(rightsOf([{ productId, periodId: 1, ...year }], [], 1))).toBe(25_000_000)
  expect(storedBytes(rightsOf([{ productId: 1, periodId: 1, ...year }], [], 3))).toBe(5_000_000)
  expect(storedBytes(new Set())).toBe(0)
})
