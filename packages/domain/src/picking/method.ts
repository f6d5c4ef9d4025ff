import { type ExchangeId, exchangeIds } from '../markets.ts'
import { trading } from '../trading.ts'

/**
 * The rules of the published method. Together with the limits of the market, these are all the numbers that decide the
 * content of a list. Lengths are in bars of the stock, ratios in thousandths of the price or length named, and points
 * of the score in hundredths. Changing any number makes another method, with a new id, a new hash and a new record.
 */
export const method = {
  id: 'finlist-1',
  /** Prices are whole numbers of 1/10,000 of the currency's unit. */
  priceParts: 10_000,
  /**
   * The length of a stock's history: this many of its newest bars with a trade, none older than this many calendar
   * days.
   */
  history: { bars: 520, days: 800 },
  eligible: {
    bars: 253,
    /** The newest bar must be at most this many calendar days old. */
    newestDays: 6,
    turnoverBars: 20,
  },
  /** For each change: the number of bars it goes back, and its weight. */
  strength: [
    [63, 4],
    [126, 2],
    [189, 2],
    [252, 2],
  ],
  highestRank: 99,
  template: { averages: [50, 150, 200], risingOver: 22, year: 252, overLow: 300, ofHigh: 750, rank: 70 },
  lip: { youngest: 8, oldest: 330, swing: 5, before: 60, ofHighBefore: 970, passedBy: 30 },
  advance: { bars: 126, least: 300, leastOfFlat: 200 },
  cup: {
    length: [30, 325],
    depth: [120, 350],
    regained: 700,
    /** `lowAt`: limits of the position of the fitted bowl's low; `lowest`: limits of the position of the lowest day. */
    bowl: { lows: [80, 920], step: 60, ofLines: 950, lowAt: [250, 750], lowest: [150, 850] },
    /** The minimum close for a cup without a handle. */
    close: 900,
    saucer: { length: 100, depth: 200 },
    handle: { length: [5, 30], depth: [20, 150], baseLength: 35 },
  },
  doubleBottom: {
    length: [35, 325],
    depth: [140, 400],
    leg: 5,
    second: [900, 1_030],
    middle: [400, 970],
    since: 3,
    regained: 400,
  },
  flatBase: {
    length: [25, 75],
    depth: [30, 150],
    startsWithin: 30,
    highAge: 5,
    drift: 60,
    close: 900,
    range: { bars: 20, most: 1_400 },
    ofHighBefore: 980,
  },
  highTightFlag: { pole: 900, poleLength: [15, 42], before: 60, length: [8, 30], depth: [60, 250] },
  ascending: { reach: 130, turn: 60, pullBacks: 3, pullBack: [70, 220], length: [40, 90], close: 880 },
  consolidation: { length: [30, 200], depth: [100, 350], close: 500 },
  /** The kinds in order of preference: a stock with bases of several kinds is shown with the first of them. */
  order: ['CWH', 'high-tight-flag', 'DB', 'ascending', 'FB', 'CUP', 'consolidation'],
  /**
   * The parts of each kind's quality. Each part has a weight, the value at which it counts for nothing, and the value
   * from which it counts in full. The weights of a kind add up to 100.
   */
  quality: {
    CWH: { bowl: [30, 1_000, 0], handle: [25, 150, 0], dry: [20, 1_300, 300], advance: [25, 0, 1_000] },
    CUP: { bowl: [40, 1_000, 0], advance: [30, 0, 1_000], close: [30, 900, 1_000] },
    DB: { undercut: [35, 0, 1_000], middle: [25, 350, 0], advance: [20, 0, 1_000], close: [20, 900, 1_000] },
    FB: { depth: [40, 150, 0], range: [30, 1_400, 800], advance: [30, 0, 600] },
    'high-tight-flag': { pole: [100, 0, 1_500] },
    /** A constant quality. */
    ascending: 60,
    consolidation: 30,
  },
  /**
   * `bestMiddle`: the best height of a double bottom's middle peak. `notUndercut`: the value of `undercut` for a double
   * bottom whose second low is not under its first.
   */
  bestMiddle: 650,
  notUndercut: 500,
  listed: { rank: 70, template: 7, pivotOver: 120, most: 40 },
  leaders: { rank: 80, template: 8, mostRows: 60 },
  /** In thousandths of the buy point. */
  stop: 920,
  score: { strength: 4_500, trend: 2_000, base: 2_500, quiet: 1_000 },
  /**
   * The quiet part of the score depends on the mean volume of the `newest` bars, in thousandths of the mean volume of
   * the `usual` bars. It is zero at `from` and full at `from` - 1,000.
   */
  quiet: { newest: 10, usual: 50, from: 1_500 },
} as const

/** SHA-256 of the rules in their canonical form, checked by `method.test.ts`. */
export const methodHash = '575284cf5225cc2053d97688451772f2312744604e20005de99cf70b06b3486d'

/** The methods by which lists can be made, the newest last. */
export const methods = [{ id: method.id, from: '2026-11-24', hash: methodHash }] as const

export const limitsOf = (exchange: ExchangeId) => trading[exchange].limits

/** The limits of every market, as recorded with the method. */
export const limitsOfAll = () => Object.fromEntries(exchangeIds.map(id => [id, limitsOf(id)]))

/** The constants that a list records: the hash of the rules and the hash of its market's limits. */
export const constantsOf = (exchange: ExchangeId): string => `${methodHash}:${trading[exchange].limitsHash}`

/**
 * The constants that lists recorded up to the day `until`: a single hash of the same rules and of the limits of the
 * five markets at that time (decision 062). Remove a market from `markets` when its limits change.
 */
export const oneHash = {
  until: '2026-11-28',
  hash: '5465b3417f2baea1efec18e9983b9fca51b9c352f22d5e680d0eb45c24f53f23',
  markets: ['HKEX', 'US', 'JP', 'CN', 'TW'] as readonly ExchangeId[],
}

/**
 * All constants that a list of the market may record if it was made by the rules and limits of this version, newest
 * first.
 */
export const constantsKnown = (exchange: ExchangeId): string[] =>
  oneHash.markets.includes(exchange) ? [constantsOf(exchange), oneHash.hash] : [constantsOf(exchange)]
