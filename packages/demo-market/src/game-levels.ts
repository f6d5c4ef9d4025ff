import { Random } from '@finlist/domain/random'
import type { Base } from './bases.ts'
import { type Bar, barsOf, type DemoMarket, type DemoStock, demoMarket } from './market.ts'
import { type Outline, outlinesOf } from './outlines.ts'

export type DemoLevel = {
  playlistId: 1 | 2 | 3
  levelId: number
  stockCode: string
  stockName: string
  stockNameZh: string
  startDate: string
  endDate: string
  multiplier: number
  /** The bars of the level and of about a year before day 1. */
  bars: Bar[]
  /** The outline of the base that was planted around day 1. */
  outline?: Outline
}

/** The number of levels in a playlist, and the number of those that have a base. */
const perPlaylist = 22
const withBase = 14
const pastDays = 250

type Difficulty = {
  playlistId: 1 | 2 | 3
  days: number
  base: (base: Base) => boolean
  /** Whether a stretch without a base fits, given its last close divided by its first. */
  stretch: (change: number) => boolean
}

/**
 * Easy: bases that break out, and rising stocks. Normal: bases that do not fail, and stocks between a loss of 10% and a
 * gain of 30%. Hard: bases that fail, expire or break out on low volume, and stocks that go nowhere.
 */
const difficulties: Difficulty[] = [
  {
    playlistId: 1,
    days: 60,
    base: ({ ending }) => ending === 'breakout',
    stretch: change => change > 1.12,
  },
  {
    playlistId: 2,
    days: 70,
    base: ({ ending }) => ending !== undefined && ending !== 'failed',
    stretch: change => change > 0.9 && change < 1.3,
  },
  {
    playlistId: 3,
    days: 80,
    base: ({ ending }) => ending === 'failed' || ending === 'expired' || ending === 'breakout without volume',
    stretch: change => change > 0.85 && change < 1.05,
  },
]

/** The days are fixed, so that every load of the demo data makes the same levels. */
const span = { startDate: '2022-01-03', asOf: '2025-06-30' }

/**
 * The levels of the game, and the index of their market. Each level is a stretch of a different stock in an invented
 * market that is used only for the game.
 */
export function demoLevels(seed: string): { levels: DemoLevel[]; index: Bar[] } {
  const market = demoMarket({ seed: `${seed} game`, exchange: 'HKEX', ...span })
  const outlines = new Map([...outlinesOf(market)].map(it => [`${it.stockCode} ${it.points[0]!.date}`, it]))
  const stocks = market.stocks.filter(({ traits }) => traits.formsBases && traits.firstPrice > 0.5)
  const used = new Set<DemoStock>()
  const levels: DemoLevel[] = []
  for (const difficulty of difficulties) {
    const made: DemoLevel[] = []
    const random = new Random(seed, 'game', difficulty.playlistId)
    for (const wanted of ['base', 'stretch'] as const)
      for (const stock of shuffled(random, stocks)) {
        if (made.length === (wanted === 'base' ? withBase : perPlaylist)) break
        if (used.has(stock)) continue
        const found =
          wanted === 'base'
            ? aboutBase(random, market, stock, difficulty)
            : stretchOf(random, market, stock, difficulty)
        if (!found) continue
        used.add(stock)
        const { start, base } = found
        const outline = base && outlines.get(`${stock.listing.stockCode} ${market.days[base.from]!}`)
        made.push({
          playlistId: difficulty.playlistId,
          levelId: 0,
          stockCode: `G${String(levels.length + made.length + 1).padStart(3, '0')}`,
          stockName: stock.listing.stockName,
          stockNameZh: stock.listing.stockNameZh,
          startDate: market.days[start]!,
          endDate: market.days[start + difficulty.days - 1]!,
          multiplier: Number(Math.exp(random.between(-1.2, 1.2)).toPrecision(3)),
          bars: [...barsOf(market.days, stock.series)].filter(
            ({ date }) => date >= market.days[start - pastDays]! && date <= market.days[start + difficulty.days - 1]!,
          ),
          ...(outline && { outline }),
        })
      }
    // Shuffled, so that a level's number does not reveal whether the level has a base.
    levels.push(...shuffled(random, made).map((level, at) => ({ ...level, levelId: at + 1 })))
  }
  return { levels, index: [...barsOf(market.days, market.index.series)] }
}

/** A stretch around a base of the stock that fits the difficulty. Day 1 is 2 to 10 days before the base is complete. */
function aboutBase(random: Random, { days }: DemoMarket, { bases }: DemoStock, difficulty: Difficulty) {
  const fitting = bases.filter(
    base =>
      !base.nearMiss &&
      base.buyPoint !== undefined &&
      base.readyAt !== undefined &&
      base.readyAt - 12 > pastDays &&
      base.readyAt + difficulty.days < days.length &&
      difficulty.base(base),
  )
  if (fitting.length === 0) return undefined
  const base = random.pick(fitting)
  return { start: base.readyAt! - random.whole(2, 10), base }
}

function stretchOf(random: Random, { days }: DemoMarket, { bases, series }: DemoStock, difficulty: Difficulty) {
  for (let tries = 0; tries < 30; tries++) {
    const start = random.whole(pastDays + 1, days.length - difficulty.days - 1)
    const end = start + difficulty.days - 1
    const free = bases.every(
      ({ nearMiss, from, until, readyAt }) => nearMiss || (until ?? readyAt ?? from) < start - 10 || from > end,
    )
    if (free && difficulty.stretch(series.close[end]! / series.close[start]!)) return { start, base: undefined }
  }
  return undefined
}

function shuffled<T>(random: Random, list: readonly T[]): T[] {
  return list
    .map(item => ({ item, at: random.uniform() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
