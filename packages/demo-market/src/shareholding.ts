import type { Day } from '@finlist/domain/calendar'
import { Random } from '@finlist/domain/random'
import participants from './data/participants.json' with { type: 'json' }
import type { DemoMarket, DemoStock } from './market.ts'

/**
 * A participant's holding of a stock: the number of shares, and its percentage of the shares in issue. An undisclosed
 * holding is stored as -1 shares and 0%.
 */
export type Shareholding = {
  stockCode: string
  date: Day
  participantId: string
  participantName: string
  shareholding: number
  shareholdingPercent: number
}

/** Index of the row to hide among a stock's rows of the newest date. */
const notTold = 7

const settlementDays = 2

/** The settlement dates up to the market's last day. Trades settle two trading days after they are made. */
export const settlementDates = (market: DemoMarket): Day[] => market.days.slice(settlementDays)

/**
 * A stock's holdings in CCASS on each of `dates`. Participants and their first holdings are drawn once. On each
 * settlement date there are up to four transfers between participants, each of 0.01% to 2% of the shares in issue, or
 * less if the participants hold too little.
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
      // Small holders stay small: a transfer takes at most a fifth of the sender's shares, and increases the receiver's
      // shares by at most half.
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

/** Draws a holder, mostly one of the first. The first holders are the largest, and large holders trade more. */
function pickLarge<T>(random: Random, holders: T[]): T {
  return holders[Math.floor(holders.length * random.uniform() ** 3)]!
}

/**
 * Marks one of a stock's rows on the newest date as undisclosed, and returns that row. Called for one stock of the
 * market.
 */
export function hideOne(holdings: Shareholding[]): Shareholding | undefined {
  const newest = holdings.at(-1)?.date
  const row = holdings.filter(({ date }) => date === newest)[notTold]
  if (row) Object.assign(row, { shareholding: -1, shareholdingPercent: 0 })
  return row
}

/**
 * Draws 63 to 120 participants, most of them brokers, with their first holdings. Custodian banks hold most of the
 * shares of large stocks; a few brokers hold most of those of small stocks.
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

/**
 * The weight of a participant's holding, by rank. With these weights, about 40% of the participants each hold less than
 * 0.01% of the shares in issue.
 */
function weightOf(random: Random, large: boolean, rank: number): number {
  if (large && rank === 0) return random.between(25, 35)
  if (large && rank < 5) return random.between(3, 8)
  return (large ? 3 : 18) * Math.exp(-0.13 * rank + 0.9 * random.gaussian()) * (rank === 0 ? 2.2 : 1)
}

/**
 * Invented participants. Ids start with B for brokers, C for custodians and A for the only other kind of participant.
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

/** The number of settlement dates loaded initially, counted back from the newest: six weeks of changes. */
export const datesShown = 30
