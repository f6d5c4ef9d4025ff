import { walk } from '../walk.ts'
import type { Profile } from './profile.ts'

export const tw: Profile = {
  stocks: 150,
  perUsd: 32,
  rate: [0.245, 0.02],
  limit: () => 0.1,
  index: { code: 'TAIEX', name: 'TAIEX (demo)', nameZh: '台股指數(示範)', level: 16_200, dailySd: 1.65, volume: 6.5e9 },
  largeEvery: 1,
  segments: [
    {
      lnPrice: [3.96, 1.19],
      dailySd: [1.4, 3.1, 4.6],
      beta: [0.78, 0.33],
      lnTurnover: [15, 2.4],
      volumeSd: 0.86,
      volumeMemory: 0.69,
      overnight: 0.39,
      opensUnchanged: 0.14,
      drift: [-0.02, 0.08],
      idleAtMost: 0,
    },
  ],
  baseEvery: 440,
  lowestFirstPrice: 6,
  lot: () => 1000,
  // A depositary receipt has six digits.
  code: ordinal => (ordinal === 44 ? '910871' : walk(ordinal, 8597, 3109, 1101)),
}
