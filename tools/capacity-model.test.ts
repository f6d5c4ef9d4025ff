import { expect, it } from 'vitest'
import { type Costs, kinds, missOf, needOf, planFor } from '../bench/parts/capacity-model.ts'

const each = { appMicros: 100, databaseMicros: 50, bytes: 1_000 }
const costs = Object.fromEntries(kinds.map(kind => [kind, each])) as Costs
const notice = { appMicros: 10, databaseMicros: 10 }

it('the capacity model needs one server core, half a database core and 80 Mbit/s for ten thousand calls per second of 100 µs', () => {
  expect(needOf({ check: 6_000, write: 4_000 }, costs)).toEqual({
    perSecond: 10_000,
    appCores: 1,
    databaseCores: 0.5,
    megabitsPerSecond: 80,
  })
})

it('in the capacity model the number of calls is proportional to that of accounts, and even a few accounts need a machine', () => {
  const [few, many] = [planFor(1_000, costs, notice), planFor(100_000, costs, notice)]
  expect(many.perSecond / few.perSecond).toBeCloseTo(100)
  expect([few.appMachines, few.databaseMachineCores, few.workers]).toEqual([1, 2, 1])
})

it('the capacity model needs fewer workers and database cores if each user stays on one machine', () => {
  const reading = { ...costs, meet: { ...each, appMicros: 500, databaseMicros: 500 } }
  const [kept, dealt] = [true, false].map(isKept => planFor(100_000_000, reading, notice, { isKept }))
  expect(kept!.databaseCores).toBeLessThan(dealt!.databaseCores)
  expect(kept!.workers).toBeLessThan(dealt!.workers)
})

it('the capacity model has one notice per change, because a device’s last-seen minute is not broadcast', () => {
  const plan = planFor(100_000, costs, notice)
  expect(plan.noticesPerSecond).toBeCloseTo(plan.writesPerSecond)
})

it('in the capacity model a single worker reads a user at most once a minute, but with many workers nearly every call makes a worker read the user', () => {
  const dear = { ...each, appMicros: 1_000, databaseMicros: 10_000 }
  const databaseCores = (accounts: number) =>
    planFor(accounts, { ...costs, meet: dear }, notice).databaseCores / planFor(accounts, costs, notice).databaseCores
  expect(databaseCores(1_000)).toBeCloseTo(1)
  expect(databaseCores(100_000_000)).toBeGreaterThan(10)
})

it('the capacity model’s error is relative to the measured value', () => {
  expect([missOf(120, 100), missOf(80, 100)]).toEqual([0.2, 0.2])
})
