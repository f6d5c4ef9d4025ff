import { expect, it } from 'vitest'
import { isLowTurnover } from './low-turnover.ts'

it.each<[string, number[], boolean]>([
  ['never traded', [], true],
  ['one busy day does not change it', [1_000, 2_000, 900_000_000], true],
  ['an even count averages the middle two', [4_000_000, 6_000_000], false],
  ['the threshold itself is enough', [5_000_000], false],
])('low turnover is detected: %s', (_, turnovers, low) => expect(isLowTurnover('HKEX', turnovers)).toBe(low))
