import type { ExchangeId } from '../markets.ts'
import type { Stock } from './bars.ts'
import { departureOf, type PickBefore } from './departure.ts'
import type { DepartureReason } from './departure-reasons.ts'
import { factsOf, type PickFacts } from './facts.ts'
import { type IssueRow, issueOfLooks, type PickingIssue, rowOfStock } from './issue.ts'
import { type Look, looksOf } from './look.ts'

/** A list with its explanation: the facts of every row, and why each pick of the previous list is gone. */
export type Proposal = {
  issue: PickingIssue
  /** The facts of every row, by stock code. */
  facts: Record<string, PickFacts>
  departures: Record<string, DepartureReason>
  /** Rows and facts of the other stocks that were requested, by code, if they are eligible. */
  others: Record<string, { row: IssueRow; facts: PickFacts }>
  /** All the looks that the list was made from. */
  looks: Look[]
}

/**
 * Makes the method's list of `day`, which follows the list `before`. `others` are codes of stocks whose rows and facts
 * are returned even if they are not on the list.
 */
export function proposalOf(
  exchange: ExchangeId,
  stocks: readonly Stock[],
  day: number,
  before: readonly PickBefore[],
  others: readonly string[] = [],
): Proposal {
  const looks = looksOf(exchange, stocks, day)
  const lookOf = new Map(looks.map(look => [look.code, look]))
  const issue = issueOfLooks(exchange, looks, day)
  const codes = new Set(issue.picks.map(({ code }) => code))
  const gone = before.filter(({ code }) => !codes.has(code))
  return {
    issue,
    looks,
    facts: Object.fromEntries(issue.picks.map(row => [row.code, factsOf(row, lookOf.get(row.code)!)])),
    others: Object.fromEntries(
      others.flatMap(code => {
        const look = lookOf.get(code)
        if (!look) return []
        const row = rowOfStock(exchange, look)
        return [[code, { row, facts: factsOf(row, look) }]]
      }),
    ),
    departures: Object.fromEntries(gone.map(pick => [pick.code, departureOf(pick, lookOf.get(pick.code))])),
  }
}
