import type { ExchangeId } from '../markets.ts'
import type { Stock } from './bars.ts'
import { type DepartureReason, departureOf, type PickBefore } from './departure.ts'
import { factsOf, type PickFacts } from './facts.ts'
import { issueOfLooks, type PickingIssue } from './issue.ts'
import { looksOf } from './look.ts'

/** A list with what explains it: the facts of every row, and why each pick of the list before is gone. */
export type Proposal = {
  issue: PickingIssue
  /** By stock code. */
  facts: Record<string, PickFacts>
  departures: Record<string, DepartureReason>
}

/** The method's list of `day`, after the list `before`. */
export function proposalOf(
  exchange: ExchangeId,
  stocks: readonly Stock[],
  day: number,
  before: readonly PickBefore[],
): Proposal {
  const looks = looksOf(exchange, stocks, day)
  const lookOf = new Map(looks.map(look => [look.code, look]))
  const issue = issueOfLooks(exchange, looks, day)
  const codes = new Set(issue.picks.map(({ code }) => code))
  const gone = before.filter(({ code }) => !codes.has(code))
  return {
    issue,
    facts: Object.fromEntries(issue.picks.map(row => [row.code, factsOf(row, lookOf.get(row.code)!)])),
    departures: Object.fromEntries(gone.map(pick => [pick.code, departureOf(pick, lookOf.get(pick.code))])),
  }
}
