import type { ExchangeId } from '../markets.ts'
import { type Twin, twinsOf } from '../outcome/twin.ts'
import type { Stock } from './bars.ts'
import { type DepartureReason, departureOf, type PickBefore } from './departure.ts'
import { factsOf, type PickFacts } from './facts.ts'
import { type IssueRow, issueOfLooks, type PickingIssue, rowOfStock } from './issue.ts'
import { looksOf } from './look.ts'

/** A list with what explains it: the facts of every row, and why each pick of the list before is gone. */
export type Proposal = {
  issue: PickingIssue
  /** By stock code. */
  facts: Record<string, PickFacts>
  departures: Record<string, DepartureReason>
  /** What is seen of the eligible ones of other stocks that were asked for, by code. */
  others: Record<string, { row: IssueRow; facts: PickFacts }>
  /** What each pick with a buy point, and each of the others, is compared with. */
  twins: Record<string, Draw>
}

export type Draw = { seed: string; twins: Twin[] }

type Asked = {
  /** Codes of stocks that need not be on the list. */
  others?: readonly string[]
  /** The seed by which a stock's twins are drawn; without it none are. */
  seedOf?: (code: string) => string
}

/** The method's list of `day`, after the list `before`. */
export function proposalOf(
  exchange: ExchangeId,
  stocks: readonly Stock[],
  day: number,
  before: readonly PickBefore[],
  { others = [], seedOf }: Asked = {},
): Proposal {
  const looks = looksOf(exchange, stocks, day)
  const lookOf = new Map(looks.map(look => [look.code, look]))
  const issue = issueOfLooks(exchange, looks, day)
  const codes = new Set(issue.picks.map(({ code }) => code))
  const gone = before.filter(({ code }) => !codes.has(code))
  const compared = [...issue.picks.flatMap(({ code, base }) => (base ? [code] : [])), ...others]
  const draw = (code: string): [string, Draw][] => {
    const look = lookOf.get(code)
    if (!look || !seedOf) return []
    const seed = seedOf(code)
    return [[code, { seed, twins: twinsOf(exchange, looks, look, seed) }]]
  }
  return {
    issue,
    twins: Object.fromEntries(compared.flatMap(draw)),
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
