import type { ExchangeId } from '@finlist/domain/markets'

type Percentiles = readonly [p5: number, p50: number, p95: number]

/**
 * The distributions of a group of stocks: medians and 5-95 % ranges of real markets (2013 to 2026), some adjusted so
 * that the finished bars, with their bases and price steps, match them.
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
  /** Share of days that open on the previous close by chance. */
  opensUnchanged: number
  /** Annual ln return in excess of the market's: mean and standard deviation over stocks. */
  drift: readonly [number, number]
  /** Share of days without a trade of the least traded stocks; falls to 0 at the sixth decile of turnover. */
  idleAtMost: number
}

export type MarketNumbers = {
  stocks: number
  /** Price of one USD. */
  perUsd: number
  /** The largest possible daily move. */
  limit: number
  index: { code: string; name: string; nameZh: string; level: number; dailySd: number; volume: number }
  /** Every n-th stock is of the first segment, all others of the last. */
  largeEvery: number
  segments: readonly [Segment, ...Segment[]]
  /** Bars between the starts of two bases of one stock: makes about 15 % of all stocks be in a base on any day. */
  baseEvery: number
}

// biome-ignore format: a table
const { hkLarge, hkBoard, us, jp, cn, tw } = {
  //               ln price      daily sd, %      beta          ln turnover   volume      over-  opens      drift          idle
  //               mean  sd      5   50   95 %    mean  sd      mean  sd      sd    lag-1 night  unchanged  mean   sd      at most
  hkLarge: segment([3.2, 1],     [1.6, 3, 4.8],   [1.3, 0.36],  [17.9, 1.2],  0.42, 0.74, 0.28,  0.08,      [-0.08, 0.1],  0),
  hkBoard: segment([0, 1.94],    [1.6, 3.5, 6.6], [0.65, 0.4],  [10.9, 3.5],  1.27, 0.51, 0.37,  0.1,       [-0.18, 0.3],  0.7),
  us:      segment([4.3, 0.78],  [1, 1.5, 2.7],   [1.08, 0.28], [19, 1],      0.33, 0.72, 0.32,  0.025,     [0.05, 0.09],  0),
  jp:      segment([8.2, 0.94],  [1.4, 2.2, 3.6], [0.92, 0.33], [17.8, 1.1],  0.34, 0.73, 0.48,  0.02,      [0.03, 0.12],  0),
  cn:      segment([3.12, 1.13], [1.8, 3.1, 4.3], [1.2, 0.3],   [17.4, 1.4],  0.54, 0.9,  0.17,  0.12,      [0, 0.1],      0),
  tw:      segment([3.96, 1.19], [1.4, 3.1, 4.6], [0.78, 0.33], [13.4, 2.7],  0.86, 0.69, 0.39,  0.14,      [-0.08, 0.3],  0),
}

// biome-ignore format: a table
export const marketNumbers: Record<ExchangeId, MarketNumbers> = {
  HKEX: { stocks: 300, perUsd: 7.8, limit: Infinity, index: index('HSI',    'HSI (demo)',    '恒指(示範)',     20_500, 1.65, 2.6e9),  largeEvery: 5, segments: [hkLarge, hkBoard], baseEvery: 195 },
  US:   { stocks: 300, perUsd: 1,   limit: Infinity, index: index('US500',  'US500 (demo)',  '美國500(示範)',  4_300,  0.86, 3.9e9),  largeEvery: 1, segments: [us],               baseEvery: 520 },
  JP:   { stocks: 150, perUsd: 150, limit: 0.22,     index: index('N225',   'N225 (demo)',   '日經225(示範)',  29_000, 1.41, 1.3e9),  largeEvery: 1, segments: [jp],               baseEvery: 500 },
  CN:   { stocks: 150, perUsd: 7.2, limit: 0.1,      index: index('CSI300', 'CSI300 (demo)', '滬深300(示範)',  3_950,  1.13, 1.5e10), largeEvery: 1, segments: [cn],               baseEvery: 460 },
  TW:   { stocks: 150, perUsd: 32,  limit: 0.1,      index: index('TAIEX',  'TAIEX (demo)',  '台股指數(示範)', 16_200, 1.65, 6.5e9),  largeEvery: 1, segments: [tw],               baseEvery: 440 },
}

/** CN's STAR board moves up to twice as far. */
export function limitOf(exchange: ExchangeId, stockCode: string): number {
  return exchange === 'CN' && stockCode.startsWith('688') ? 0.2 : marketNumbers[exchange].limit
}

function segment(
  lnPrice: Segment['lnPrice'],
  dailySd: Percentiles,
  beta: Segment['beta'],
  lnTurnover: Segment['lnTurnover'],
  volumeSd: number,
  volumeMemory: number,
  overnight: number,
  opensUnchanged: number,
  drift: Segment['drift'],
  idleAtMost: number,
): Segment {
  return {
    lnPrice,
    dailySd,
    beta,
    lnTurnover,
    volumeSd,
    volumeMemory,
    overnight,
    opensUnchanged,
    drift,
    idleAtMost,
  }
}

/** `dailySd` in percent. */
function index(code: string, name: string, nameZh: string, level: number, dailySd: number, volume: number) {
  return { code, name, nameZh, level, dailySd, volume }
}
