import { expect, it } from 'vitest'
import { recall, refusal } from './recall.ts'
import { nearMisses, type PlantKind } from './shapes.ts'

/** Never those that constants were tried on. `bench/planted.ts` plants 300 of each, and at more noise. */
const seeds = [1, 2, 3]
const count = 100
const noises = [0.009, 0.012]

const kinds = Object.keys(nearMisses) as PlantKind[]
const cases = noises.flatMap(noise => kinds.map(kind => ({ kind, noise })))
const misses = cases.flatMap(({ kind, noise }) => nearMisses[kind].map(near => ({ kind, near, noise })))
const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0)

it.each(cases)('finds planted $kind at a noise of $noise', planting => {
  const told = seeds.map(seed => recall({ ...planting, seed, count }))
  expect(total(told.map(({ shown }) => shown))).toBeGreaterThan(seeds.length * count * 0.6)
  expect(total(told.map(({ found }) => found)) / total(told.map(({ shown }) => shown))).toBeGreaterThanOrEqual(0.95)
})

it.each(misses)('refuses $kind $near at a noise of $noise', planting => {
  const refused = total(seeds.map(seed => refusal({ ...planting, seed, count }).refused))
  const least = planting.near === 'one-sided' ? 0.92 : 0.95
  expect(refused / (seeds.length * count)).toBeGreaterThanOrEqual(least)
})
