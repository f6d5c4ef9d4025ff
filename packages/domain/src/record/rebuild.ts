import { type ExchangeId, exchangeIds } from '../markets.ts'
import type { Stock } from '../picking/bars.ts'
import { type Canonical, canonical } from '../picking/canonical.ts'
import { type IssueRow, isListable, issueOf, issueText, type PickingIssue, rowOfStock } from '../picking/issue.ts'
import { lookOfRank } from '../picking/look.ts'
import { constantsKnown, method } from '../picking/method.ts'

/** Why an issue's body cannot be rebuilt here. */
export type NotRebuilt = 'by-staff' | 'other-method' | 'no-list'

/**
 * A difference between the recorded list and the rebuilt one. `field`: the first field of the pick that differs, or
 * `picks` if one of the lists lacks the pick. Without `code`, it is a field of the list itself.
 */
export type Difference = { code?: string; field: string; recorded: string; made: string }

export const mostShown = 200

type Body = { made?: unknown; list?: unknown }

/** The list of an issue's body, or the reason why it cannot be rebuilt. */
export function listToRebuild(body: string): PickingIssue | NotRebuilt {
  const { made: by, list } = parsed(body)
  if (by === 'staff') return 'by-staff'
  const said = list as Partial<PickingIssue> | null | undefined
  const isList =
    typeof said === 'object' &&
    said !== null &&
    exchangeIds.some(id => id === said.market) &&
    /^\d{4}-\d{2}-\d{2}$/.test(String(said.date)) &&
    Array.isArray(said.picks)
  if (!isList) return 'no-list'
  const made = said as PickingIssue
  const isOurs = made.method === method.id && constantsKnown(made.market).includes(made.constants)
  return isOurs ? made : 'other-method'
}

/** The day of an issue's list, whether the method or staff made it. */
export function dateOfIssue(body: string): unknown {
  return (parsed(body).list as { date?: unknown } | null | undefined)?.date
}

function parsed(body: string): Body {
  try {
    return (JSON.parse(body) as Body | null) ?? {}
  } catch {
    return {}
  }
}

/**
 * Rebuilds the list with the constants that it records, and compares it byte for byte. Returns one difference for each
 * pick that differs; an empty array if the lists are identical.
 */
export function rebuild(list: PickingIssue, stocks: readonly Stock[], day: number): Difference[] {
  const made = { ...issueOf(list.market, stocks, day), constants: list.constants }
  const recorded = canonical(list as unknown as Canonical)
  return issueText(made) === recorded ? [] : differencesOf(list, made)
}

/**
 * Rebuilds a pick from its stock's bars alone and compares it byte for byte; undefined if they are identical. The rank
 * is taken from the record unchecked, because computing it takes every stock of the market.
 */
export function rebuildPick(
  recorded: IssueRow,
  exchange: ExchangeId,
  stock: Stock,
  day: number,
): Omit<Difference, 'code'> | undefined {
  const look = lookOfRank(exchange, stock, day, recorded.rank)
  if (!look) return { field: 'eligible', recorded: 'true', made: 'false' }
  if (!isListable(look)) return { field: 'listed', recorded: 'true', made: 'false' }
  return differenceIn(recorded, rowOfStock(exchange, look))
}

function differencesOf({ picks, ...head }: PickingIssue, { picks: ours, ...our }: PickingIssue): Difference[] {
  const made = new Map(ours.map(pick => [pick.code, pick]))
  const found: Difference[] = []
  for (const recorded of picks) {
    const { code } = recorded
    const own = made.get(code)
    const difference = own ? differenceIn(recorded, own) : { field: 'picks', recorded: code, made: '' }
    if (difference) found.push({ code, ...difference })
    made.delete(code)
  }
  for (const code of made.keys()) found.push({ code, field: 'picks', recorded: '', made: code })
  const beside = differenceIn(head, our)
  if (beside) found.push(beside)
  return found.length > 0 ? found : [{ field: 'picks', recorded: namesOf(picks), made: namesOf(ours) }]
}

const namesOf = (picks: PickingIssue['picks']) =>
  picks
    .map(({ code }) => code)
    .join(' ')
    .slice(0, mostShown)

function differenceIn(recorded: object, made: object): Omit<Difference, 'code'> | undefined {
  const [theirs, ours] = [recorded, made] as Record<string, Canonical | undefined>[]
  for (const field of new Set([...Object.keys(theirs!), ...Object.keys(ours!)])) {
    const [one, other] = [textOf(theirs![field]), textOf(ours![field])]
    if (one !== other) return { field, recorded: one.slice(0, mostShown), made: other.slice(0, mostShown) }
  }
  return undefined
}

const textOf = (value: Canonical | undefined) => (value === undefined ? '' : canonical(value))
