import type { ExchangeId } from '@finlist/domain/markets'

type Percentiles = readonly [p5: number, p50: number, p95: number]

/**
 * What a group of stocks is drawn from: medians and 5-95 % ranges of real markets (2013 to 2026), some moved a little so
 * that the finished bars, with their bases and price steps, come out there.
 */
export type Segment = {
  /** Mean and standard deviation of ln price in the market's currency. */
  lnPrice: readonly [number, number]
  /** Standard deviation of the daily return, in percent. */
  dailySd: Percentiles
  beta: readonly [mean: number, sd: number]
  /** Mean and standard deviation of ln daily turnover in USD. */
  lnTurnover: readonly [number, number]
  /** ln volume around its own level: standard deviation and lag-1 autocorrelation. */
  volumeSd: number
  volumeMemory: number
  /** Share of the daily variance that falls between the close and the next open. */
  overnight: number
  /** Share of days that open on the previous close for no reason of price. */
  opensUnchanged: number
  /** Annual ln return beside the market's: mean and standard deviation over stocks. */
  drift: readonly [number, number]
  /** Share of days without a trade of the least traded stocks; falls to 0 at the sixth decile of turnover. */
  idleAtMost: number
}

export type MarketNumbers = {
  stocks: number
  /** Price of one USD. */
  perUsd: number
  /** A daily move beyond this does not happen. */
  limit: number
  index: { code: string; name: string; nameZh: string; level: number; dailySd: number; volume: number }
  /** Every n-th stock is of the first segment, all others of the last. */
  largeEvery: number
  segments: readonly [Segment, ...Segment[]]
  /** Bars between the starts of two bases of one stock: makes about 15 % of all stocks be in a base on any day. */
  baseEvery: number
}

const hkLarge: Segment = {
  lnPrice: [3.2, 1],
  dailySd: [1.6, 3, 4.8],
  beta: [1.3, 0.36],
  lnTurnover: [17.9, 1.2],
  volumeSd: 0.42,
  volumeMemory: 0.74,
  overnight: 0.28,
  opensUnchanged: 0.08,
  drift: [-0.08, 0.1],
  idleAtMost: 0,
}
const hkBoard: Segment = {
  lnPrice: [0, 1.94],
  dailySd: [1.6, 3.5, 6.6],
  beta: [0.65, 0.4],
  lnTurnover: [10.9, 3.5],
  volumeSd: 1.27,
  volumeMemory: 0.51,
  overnight: 0.37,
  opensUnchanged: 0.1,
  drift: [-0.18, 0.3],
  idleAtMost: 0.7,
}
const us: Segment = {
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
}
const jp: Segment = {
  lnPrice: [8.2, 0.94],
  dailySd: [1.4, 2.2, 3.6],
  beta: [0.92, 0.33],
  lnTurnover: [17.8, 1.1],
  volumeSd: 0.34,
  volumeMemory: 0.73,
  overnight: 0.48,
  opensUnchanged: 0.02,
  drift: [0.03, 0.12],
  idleAtMost: 0,
}
const cn: Segment = {
  lnPrice: [3.12, 1.13],
  dailySd: [1.8, 3.1, 4.3],
  beta: [1.2, 0.3],
  lnTurnover: [17.4, 1.4],
  volumeSd: 0.54,
  volumeMemory: 0.9,
  overnight: 0.17,
  opensUnchanged: 0.12,
  drift: [0, 0.1],
  idleAtMost: 0,
}
const tw: Segment = {
  lnPrice: [3.96, 1.19],
  dailySd: [1.4, 3.1, 4.6],
  beta: [0.78, 0.33],
  lnTurnover: [13.4, 2.7],
  volumeSd: 0.86,
  volumeMemory: 0.69,
  overnight: 0.39,
  opensUnchanged: 0.14,
  drift: [-0.08, 0.3],
  idleAtMost: 0,
}

export const marketNumbers: Record<ExchangeId, MarketNumbers> = {
  HKEX: {
    stocks: 300,
    perUsd: 7.8,
    limit: Infinity,
    index: {
      code: 'HSI',
      name: 'HSI (demo)',
      nameZh: '恒指(示範)',
      level: 20_500,
      dailySd: 1.65,
      volume: 2.6e9,
    },
    largeEvery: 5,
    segments: [hkLarge, hkBoard],
    baseEvery: 195,
  },
  US: {
    stocks: 300,
    perUsd: 1,
    limit: Infinity,
    index: { code: 'US500', name: 'US500 (demo)', nameZh: '美國500(示範)', level: 4_300, dailySd: 0.86, volume: 3.9e9 },
    largeEvery: 1,
    segments: [us],
    baseEvery: 520,
  },
  JP: {
    stocks: 150,
    perUsd: 150,
    limit: 0.22,
    index: { code: 'N225', name: 'N225 (demo)', nameZh: '日經225(示範)', level: 29_000, dailySd: 1.41, volume: 1.3e9 },
    largeEvery: 1,
    segments: [jp],
    baseEvery: 500,
  },
  CN: {
    stocks: 150,
    perUsd: 7.2,
    limit: 0.1,
    index: {
      code: 'CSI300',
      name: 'CSI300 (demo)',
      nameZh: '滬深300(示範)',
      level: 3_950,
      dailySd: 1.13,
      volume: 1.5e10,
    },
    largeEvery: 1,
    segments: [cn],
    baseEvery: 460,
  },
  TW: {
    stocks: 150,
    perUsd: 32,
    limit: 0.1,
    index: {
      code: 'TAIEX',
      name: 'TAIEX (demo)',
      nameZh: '台股指數(示範)',
      level: 16_200,
      dailySd: 1.65,
      volume: 6.5e9,
    },
    largeEvery: 1,
    segments: [tw],
    baseEvery: 440,
  },
}

/** CN's STAR board moves up to twice as far. */
export function limitOf(exchange: ExchangeId, stockCode: string): number {
  return exchange === 'CN' && stockCode.startsWith('688') ? 0.2 : marketNumbers[exchange].limit
}
