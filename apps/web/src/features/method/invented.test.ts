import { expect, it } from 'vitest'
import { baseKinds, inventedBase } from './invented.ts'

it.each(baseKinds)('the method finds its own drawing of %s as a base, within the last bars', kind => {
  const { bars, base } = inventedBase(kind)!
  expect(base.length).toBeGreaterThan(7)
  for (const place of Object.values(base.points)) expect(place).toBeLessThanOrEqual(bars.last)
})
