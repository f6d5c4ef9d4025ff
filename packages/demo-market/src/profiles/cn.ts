import { walk } from '../walk.ts'
import type { Profile } from './profile.ts'

export const cn: Profile = {
  stocks: 150,
  perUsd: 7.2,
  rate: [1.085, 0.012],
  limit: stockCode => (stockCode.startsWith('688') ? 0.2 : 0.1),
  index: {
    code: 'CSI300',
    name: 'CSI300 (demo)',
    nameZh: '滬深300(示範)',
    level: 3_950,
    dailySd: 1.13,
    volume: 1.5e10,
  },
  largeEvery: 1,
  segments: [
    {
      lnPrice: [3.12, 1.13],
      dailySd: [1.8, 3.1, 4.3],
      beta: [1.2, 0.3],
      lnTurnover: [17.4, 1.4],
      volumeSd: 0.54,
      volumeMemory: 0.9,
      overnight: 0.17,
      opensUnchanged: 0.12,
      drift: [0.02, 0.18],
      idleAtMost: 0,
    },
  ],
  baseEvery: 460,
  lowestFirstPrice: 2.5,
  lot: () => 100,
  code: ordinal =>
    ordinal % 5 === 3
      ? `688${walk(ordinal, 787, 311, 1).slice(1)}`
      : ordinal % 7 === 2
        ? `00${walk(ordinal, 2999, 1009, 1)}`
        : ordinal % 11 === 5
          ? `300${walk(ordinal, 797, 293, 1).slice(1)}`
          : `60${walk(ordinal, 3989, 1201, 5)}`,
}
