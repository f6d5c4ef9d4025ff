import type { Day } from '@finlist/domain/calendar'
import { Random } from '@finlist/domain/random'
import participants from './data/participants.json' with { type: 'json' }
import type { DemoMarket, DemoStock } from './market.ts'

/** Shares, -1 when not disclosed, and percent of the shares in issue. */
export type Shareholding = {
  stockCode: string
  date: Day
  participantId: string
  participantName: string
  shareholding: number
  shareholdingPercent: number
}

/** Index of the participant whose planted row CCASS does not disclose, in the first of the given stocks. */
const notTold = 7

const settlementDays = 2

/** Settlement dates known by the market's last day: the settlement of a trading day is two trading days later. */
export const settlementDates = (market: DemoMarket): Day[] => market.days.slice(settlementDays)

/**
 * The stock's holders through CCASS on each of `dates`. The participants and their first holdings are drawn once; every
 * day some of them transfer 0.01 to 2 percentage points of the issue, the others keep theirs.
 */
export function holdingsOf(market: DemoMarket, stock: DemoStock, dates: Day[]): Shareholding[] {
  const { stockCode } = stock.listing
  const random = new Random(market.seed, market.exchange, stockCode, 'ccass')
  const issue = stock.traits.sharesInIssue
  const holders = firstHolders(random, stock)
  const wanted = new Set(dates)
  const byId = holders.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const told: Shareholding[] = []
  for (const date of settlementDates(market)) {
    for (let moves = random.whole(0, 4); moves > 0; moves--) {
      const [from, to] = [pickLarge(random, holders), pickLarge(random, holders)]
      const points = Math.min(2, 0.01 * Math.exp(2 * Math.abs(random.gaussian())))
      // Small holders stay small: none transfers more than a fifth of its shares, or gains more than half.
      const most = Math.min((issue * points) / 100, from.shares / 5, to.shares / 2)
      const shares = Math.floor(most / 100) * 100
      from.shares -= shares
      to.shares += shares
    }
    if (!wanted.has(date)) continue
    for (const { id, name, shares } of byId)
      told.push({
        stockCode,
        date,
        participantId: id,
        participantName: name,
        shareholding: shares,
        shareholdingPercent: Math.round((10_000 * shares) / issue) / 100,
      })
  }
  return told
}

/** Large holders trade more, so this mostly picks one of the first. */
function pickLarge<T>(random: Random, holders: T[]): T {
  return holders[Math.floor(holders.length * random.uniform() ** 3)]!
}

/** Hides the one row of the market that is not disclosed, on the newest date of a stock's rows. */
export function hideOne(holdings: Shareholding[]): Shareholding | undefined {
  const newest = holdings.at(-1)?.date
  const row = holdings.filter(({ date }) => date === newest)[notTold]
  if (row) Object.assign(row, { shareholding: -1, shareholdingPercent: 0 })
  return row
}

/**
 * 63 to 120 participants, nine in ten of them brokers. Custodian banks hold most of large stocks, a few brokers most of
 * small ones.
 */
function firstHolders(random: Random, stock: DemoStock) {
  const count = Math.min(120, Math.round(random.skewed([63, 95, 120])))
  const order = Array.from({ length: directory.length }, (_, at) => ({ at, key: random.uniform() }))
  const chosen = order
    .toSorted((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ at }) => directory[at]!)
  const { large } = stock.traits
  const ranked = large ? chosen.toSorted((a, b) => b.id.charCodeAt(0) - a.id.charCodeAt(0)) : chosen
  const inCcass = large ? random.between(55, 90) : random.between(26, 95)
  const weights = ranked.map((_, rank) => weightOf(random, large, rank))
  const sum = weights.reduce((a, b) => a + b, 0)
  return ranked.map(({ id, name }, rank) => {
    const shares = (stock.traits.sharesInIssue * inCcass * weights[rank]!) / sum / 100
    const unit = random.uniform() < 0.2 ? 1 : 100
    return { id, name, shares: Math.max(unit, Math.round(shares / unit) * unit) }
  })
}

/** About 40% of the participants hold less than 0.01% of the issue each. */
function weightOf(random: Random, large: boolean, rank: number): number {
  if (large && rank === 0) return random.between(25, 35)
  if (large && rank < 5) return random.between(3, 8)
  return (large ? 3 : 18) * Math.exp(-0.13 * rank + 0.9 * random.gaussian()) * (rank === 0 ? 2.2 : 1)
}

/**
 * Invented participants, with ids starting with B for brokers, C for custodians, and one A for another kind of exchange
 * participant.
 */
const directory = [
  ...names(participants.brokers, participants.brokerTails, 'B', 1013, 7),
  ...names(participants.custodians, participants.custodianTails, 'C', 11, 4),
  { id: 'A00009', name: 'Strait Link Clearing' },
]

function names(stems: string[], tails: string[], letter: string, from: number, step: number) {
  return tails.flatMap((tail, t) =>
    stems.map((stem, s) => ({
      id: letter + String(from + step * (t * stems.length + s)).padStart(5, '0'),
      name: `${stem} ${tail}`,
    })),
  )
}

/** The number of settlement dates loaded at first, up to the newest: six weeks of changes. */
export const datesShown = 30
