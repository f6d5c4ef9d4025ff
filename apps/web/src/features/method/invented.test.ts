import { expect, it } from 'vitest'
import { baseKinds, inventedBase } from './invented.ts'

it.each(baseKinds)(
  'the method finds a base of kind %s in its own drawing of one, with all points within the drawing’s bars',
  kind => {
    const { bars, base } = inventedBase(kind)!
    expect(base.length).toBeGreaterThan(7)
    for (const place of Object.values(base.points)) expect(place).toBeLessThanOrEqual(bars.last)
  },
)
