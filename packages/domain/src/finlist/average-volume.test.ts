import { expect, it } from 'vitest'
import { averageVolume } from './average-volume.ts'

const bars = [
  { date: '2025-12-23', volume: 100 },
  { date: '2025-12-24', volume: 1 },
  { date: '2025-12-29', volume: 0 },
  { date: '2025-12-30', volume: 300 },
]

it('the average volume leaves out half days and days without a trade', () =>
  expect(averageVolume('HKEX', bars)).toBe(200))
it('the average volume leaves out half days only in Hong Kong', () =>
  expect(averageVolume('JP', bars)).toBeCloseTo(401 / 3))
it('the average volume uses the most recent days', () => expect(averageVolume('HKEX', bars, 1)).toBe(300))
it('the average volume is null without bars', () => expect(averageVolume('HKEX', [])).toBeNull())
