import { describe, expect, it } from 'vitest'
import { recall, refusal } from './recall.ts'
import { nearMisses, type PlantKind } from './shapes.ts'

/**
 * Seeds on which no constant was tuned. `bench/planted.ts` plants 300 bases with each seed, and repeats that with more
 * noise.
 */
const seeds = [1, 2, 3]
const count = 100
const kinds = Object.keys(nearMisses) as PlantKind[]
const misses = kinds.flatMap(kind => nearMisses[kind].map(near => ({ kind, near })))
const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0)

function findsWhatIsPlanted(noise: number) {
  it.each(kinds)('the method finds a planted base: %s', kind => {
    const told = seeds.map(seed => recall({ kind, noise, seed, count }))
    expect(total(told.map(({ shown }) => shown))).toBeGreaterThan(seeds.length * count * 0.6)
    expect(total(told.map(({ found }) => found)) / total(told.map(({ shown }) => shown))).toBeGreaterThanOrEqual(0.95)
  })

  it.each(misses)('the method rejects a shape that is nearly a $kind: $near', planting => {
    const refused = total(seeds.map(seed => refusal({ ...planting, noise, seed, count }).refused))
    const least = planting.near === 'one-sided' ? 0.92 : 0.95
    expect(refused / (seeds.length * count)).toBeGreaterThanOrEqual(least)
  })
}

describe('with noise of 0.009', () => {
  findsWhatIsPlanted(0.009)
})
describe('with noise of 0.012', { tags: ['slow'] }, () => {
  findsWhatIsPlanted(0.012)
})
