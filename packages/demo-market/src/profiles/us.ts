import type { Profile } from './profile.ts'

export const us: Profile = {
  stocks: 300,
  perUsd: 1,
  rate: [7.8, 0.004],
  limit: () => Infinity,
  index: { code: 'US500', name: 'US500 (demo)', nameZh: '美國500(示範)', level: 4_300, dailySd: 0.86, volume: 3.9e9 },
  largeEvery: 1,
  segments: [
    {
      lnPrice: [4.3, 0.78],
      dailySd: [1, 1.5, 2.7],
      beta: [1.08, 0.28],
      lnTurnover: [19, 1],
      volumeSd: 0.33,
      volumeMemory: 0.72,
      overnight: 0.32,
      opensUnchanged: 0.025,
      drift: [0.05, 0.09],
      idleAtMost: 0,
    },
  ],
  baseEvery: 520,
  lowestFirstPrice: 3,
  steps: [[0, 0.01]],
  lot: () => 1,
}
