import { walk } from '../walk.ts'
import type { Profile } from './profile.ts'

export const jp: Profile = {
  stocks: 150,
  perUsd: 150,
  rate: [0.0515, 0.03],
  limit: () => 0.22,
  index: { code: 'N225', name: 'N225 (demo)', nameZh: '日經225(示範)', level: 29_000, dailySd: 1.41, volume: 1.3e9 },
  largeEvery: 1,
  segments: [
    {
      lnPrice: [8.2, 0.94],
      dailySd: [1.4, 2.2, 3.6],
      beta: [0.92, 0.33],
      lnTurnover: [17.8, 1.1],
      volumeSd: 0.34,
      volumeMemory: 0.73,
      overnight: 0.48,
      opensUnchanged: 0.02,
      drift: [0.05, 0.18],
      idleAtMost: 0,
    },
  ],
  baseEvery: 500,
  lowestFirstPrice: 150,
  steps: [
    [0, 1],
    [1000, 1],
    [3000, 1],
    [10_000, 5],
    [30_000, 10],
  ],
  lot: () => 100,
  code: ordinal => (ordinal % 25 === 9 ? `${130 + ordinal}A` : walk(ordinal, 8699, 3001, 1301)),
}
