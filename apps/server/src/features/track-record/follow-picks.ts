import { setImmediate } from 'node:timers/promises'
import { adjustedPrice, priceParts, type Step, stepAt } from '@finlist/domain/adjust/adjustment'
import type { Day } from '@finlist/domain/calendar'
import { dayNumber } from '@finlist/domain/market-trend/breadth'
import { type ExchangeId, marketIndex } from '@finlist/domain/markets'
import { follow, type Outcome, type Sessions } from '@finlist/domain/outcome/follow'
import type { Costs } from '@finlist/domain/outcome/rule'
import { endOfBoth, outcomesOf } from '@finlist/domain/outcome/track'
import { outcomeOfTwins, type Twin } from '@finlist/domain/outcome/twin'
import { placeUntil } from '@finlist/domain/picking/bars'
import { isoDay } from '@finlist/domain/picking/days'
import type { Database } from '../../db/database.ts'
import { publish } from '../../db/topics.ts'
import { readSteps, type StepsByStock } from '../../market-data/store/adjustments.ts'
import { noSessions, readSessions } from './read-sessions.ts'
import { readReconstructedPicks, writeReconstructedOutcomes } from './reconstruction.ts'
import type { OutcomeRow, PickRow } from './rows.ts'
import { dropUntracked, readPicksToFollow, writeOutcomes } from './store.ts'

type Market = {
  exchange: ExchangeId
  costs: Costs
  sessions: ReadonlyMap<string, Sessions>
  steps: StepsByStock
  /** The market's newest session that was evaluated. */
  asAt: Day
}

/**
 * Updates the outcomes of the market's picks that can still change, and of their twins (the stocks they are compared
 * with). Returns the number of rows written or deleted, and the last day evaluated.
 */
export async function followPicks(
  database: Database,
  exchange: ExchangeId,
  costs: Costs,
): Promise<{ rows: number; asAt?: Day }> {
  const picks = await readPicksToFollow(database.db, exchange)
  const dropped = await database.write(tx => dropUntracked(tx, exchange, picks))
  const reconstructed = await followReconstruction(database, exchange, costs)
  const followed = await outcomesNow(database, picks, { exchange, costs })
  if (!followed) return { rows: dropped + reconstructed }
  const { rows, asAt } = followed
  await database.write(async tx => {
    await writeOutcomes(tx, exchange, rows)
    await publish(tx, `track-record:${exchange}`)
  })
  return { rows: dropped + reconstructed + rows.length, asAt }
}

/**
 * Like `followPicks`, for the picks of the market's reconstruction, which are stored separately. Returns the number of
 * rows written.
 */
export async function followReconstruction(database: Database, exchange: ExchangeId, costs: Costs): Promise<number> {
  const picks = await readReconstructedPicks(database.db, exchange)
  const followed = await outcomesNow(database, picks, { exchange, costs })
  if (!followed) return 0
  await database.write(async tx => {
    await writeReconstructedOutcomes(tx, exchange, followed.rows)
    await publish(tx, `track-record:${exchange}`)
  })
  return followed.rows.length
}

/**
 * The current outcomes of the picks that can still change; undefined if there are no such picks, or no sessions since
 * their issue.
 */
async function outcomesNow(
  database: Database,
  picks: readonly PickRow[],
  { exchange, costs }: Pick<Market, 'exchange' | 'costs'>,
): Promise<{ rows: OutcomeRow[]; asAt: Day } | undefined> {
  const since = tradedSince(exchange, picks)
  if (since.size === 0) return undefined
  const sessions = await database.snapshot(tx => readSessions(database, tx, exchange, since))
  const newest = [...sessions.values()].flatMap(({ days }) => days[days.length - 1] ?? [])
  if (newest.length === 0) return undefined
  const asAt = isoDay(newest.reduce((one, other) => Math.max(one, other)))
  const market: Market = { exchange, costs, sessions, steps: await readSteps(database.db, exchange), asAt }
  const chains = Map.groupBy(picks, ({ track, stockCode }) => `${track} ${stockCode}`)
  const rows: OutcomeRow[] = []
  for (const chain of chains.values()) {
    if (chain.every(({ standsUntil }) => standsUntil !== null)) continue
    rows.push(...followChain(market, chain))
    // Lets pending requests run first.
    await setImmediate()
  }
  return { rows, asAt }
}

/** The stocks whose sessions decide the picks' outcomes, including the index, each with the first day needed. */
function tradedSince(exchange: ExchangeId, picks: readonly PickRow[]): Map<string, Day> {
  const since = new Map<string, Day>()
  for (const { stockCode, issueDate, standsUntil, twins } of picks) {
    if (standsUntil !== null) continue
    for (const code of [stockCode, marketIndex[exchange], ...twins.map(twin => twin.code)]) {
      const known = since.get(code)
      if (known === undefined || issueDate < known) since.set(code, issueDate)
    }
  }
  return since
}

/** Outcomes of one stock's picks on one track, oldest first. */
function followChain(market: Market, chain: readonly PickRow[]): OutcomeRow[] {
  const { exchange, costs, sessions, steps, asAt } = market
  const stockCode = chain[0]!.stockCode
  const own = sessions.get(stockCode) ?? noSessions
  const stepOf = (pick: PickRow) => stepAt(steps.get(stockCode) ?? [], pick.issueDate)
  const outcomes = outcomesOf(
    chain.map(pick => ({
      day: dayNumber(pick.issueDate),
      buyPoint: adjustedPrice(pick.buyPoint, stepOf(pick)),
      ...(pick.standsUntil !== null && { busyUntil: pick.repeats ? -1 : dayNumber(pick.standsUntil) }),
    })),
    own,
    { market: exchange, costs },
  )
  return chain.flatMap((pick, at): OutcomeRow[] => {
    const outcome = outcomes[at]
    if (!outcome) return []
    const { issueDate, track, pattern, buyPoint } = pick
    const row = { issueDate, stockCode, track, pattern, buyPoint, asAt }
    if ('repeats' in outcome)
      return [{ ...row, ...nothing, state: 'repeated', repeats: isoDay(outcome.repeats), standsSince: issueDate }]
    const { worst, best, busyUntil, endsOn } = outcome
    const { twinsEndOn, ...twins } = twinsOutcome(market, pick)
    const standsSince = Math.max(endsOn, twinsEndOn)
    const day = (place: number | null) => (place === null ? null : isoDay(own.days[place]!))
    return [
      {
        ...row,
        ...nothing,
        state: worst.state,
        entryDate: day(worst.entryAt),
        entry: inSharesOfIssue(worst.entry, stepOf(pick)),
        exitDate: worst.state === 'expired' ? isoDay(busyUntil) : day(worst.exitAt),
        exit: inSharesOfIssue(worst.exit, stepOf(pick)),
        netWorst: worst.net,
        netBest: best.net,
        marketReturn: marketReturn(market, own, worst),
        ...twins,
        standsSince: standsSince === Infinity ? null : isoDay(standsSince),
      },
    ]
  })
}

const nothing = {
  repeats: null,
  entryDate: null,
  entry: null,
  exitDate: null,
  exit: null,
  netWorst: null,
  netBest: null,
  marketReturn: null,
  twins: 0,
  twinsOpen: 0,
  twinWorst: null,
  twinBest: null,
  standsSince: null,
}

const inSharesOfIssue = (price: number | null, step: Step | undefined) =>
  price === null ? null : Math.round((price / (step?.prices ?? 1)) * priceParts) / priceParts

/**
 * The index's return from its close before the entry's day to its close on the exit's day, or to its newest close
 * without an exit; null without an entry or an index.
 */
function marketReturn({ exchange, sessions }: Market, own: Sessions, { entryAt, exitAt }: Outcome): number | null {
  const index = sessions.get(marketIndex[exchange])
  if (entryAt === null || !index) return null
  const before = placeUntil(index.days, own.days[entryAt]! - 1)
  const end = exitAt === null ? index.days.length - 1 : placeUntil(index.days, own.days[exitAt]!)
  return before < 0 || end < 0 ? null : index.close[end]! / index.close[before]! - 1
}

function twinsOutcome({ exchange, costs, sessions, steps }: Market, { issueDate, twins }: PickRow) {
  const day = dayNumber(issueDate)
  const followed = twins.map(({ code, buyPoint }: Twin) => {
    const own = sessions.get(code) ?? noSessions
    const price = adjustedPrice(buyPoint, stepAt(steps.get(code) ?? [], issueDate))
    const from = placeUntil(own.days, day) + 1
    const outcome = follow(own, from, price, { market: exchange, costs })
    return { ...outcome, endsOn: endOfBoth(outcome, own, from, day) }
  })
  return {
    ...outcomeOfTwins(followed),
    twinsEndOn: followed.reduce((end, { endsOn }) => Math.max(end, endsOn), day),
  }
}
