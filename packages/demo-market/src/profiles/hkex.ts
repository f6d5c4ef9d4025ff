import { walk } from '../walk.ts'
import type { Profile } from './profile.ts'

export const hkex: Profile = {
  stocks: 300,
  perUsd: 7.8,
  limit: () => Infinity,
  index: { code: 'HSI', name: 'HSI (demo)', nameZh: '恒指(示範)', level: 20_500, dailySd: 1.65, volume: 2.6e9 },
  largeEvery: 2,
  segments: [
    {
      lnPrice: [3.2, 1],
      dailySd: [1.6, 3, 4.8],
      beta: [1.3, 0.36],
      lnTurnover: [17.9, 1.2],
      volumeSd: 0.42,
      volumeMemory: 0.74,
      overnight: 0.28,
      opensUnchanged: 0.08,
      drift: [0.02, 0.22],
      idleAtMost: 0,
    },
    {
      lnPrice: [0.5, 1.9],
      dailySd: [1.6, 3.5, 6.6],
      beta: [0.65, 0.4],
      lnTurnover: [14.4, 2.6],
      volumeSd: 1.27,
      volumeMemory: 0.51,
      overnight: 0.37,
      opensUnchanged: 0.1,
      drift: [-0.1, 0.3],
      idleAtMost: 0.7,
    },
  ],
  baseEvery: 290,
  lowestFirstPrice: 0.05,
  lot: price =>
    price < 0.5 ? 10_000 : price < 2 ? 4000 : price < 6 ? 2000 : price < 20 ? 1000 : price < 60 ? 500 : 100,
  // Every hundredth stock is an RMB counter with five digits.
  code: ordinal => (ordinal % 100 === 57 ? `8${walk(ordinal, 9973, 2503, 11)}` : walk(ordinal, 3967, 1511, 13)),
}
