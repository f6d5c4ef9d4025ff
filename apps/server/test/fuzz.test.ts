import { afterAll, beforeAll, expect, it } from 'vitest'
import { fuzz, openFuzzedHouse } from './fuzz-run.ts'
import type { PayingHouse } from './house.ts'

let house: PayingHouse
beforeAll(async () => {
  house = await openFuzzedHouse()
}, 120_000)
afterAll(() => house.close())

it('answers valid, nearly valid and hostile requests of every call: never 500, never nothing, a 400 names its field', async () => {
  const { asked, byStatus, faults } = await fuzz(house, { seed: 1, from: 0, to: 3_000 })
  expect(faults.slice(0, 10)).toEqual([])
  expect(asked).toBe(3_000)
  // Every kind of answer has been met, so that the requests reach as far as they are meant to.
  for (const status of [200, 400, 401, 403, 404]) expect([status, (byStatus[status] ?? 0) > 50]).toEqual([status, true])
}, 120_000)
