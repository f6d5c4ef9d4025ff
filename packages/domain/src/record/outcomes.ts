import type { ExchangeId } from '../markets.ts'
import { netOf, type OutcomeState } from '../outcome/follow.ts'
import type { Costs } from '../outcome/rule.ts'
import { isObject, parsed } from './body.ts'
import type { RecordEntry } from './entry.ts'

/**
 * A recorded outcome: that of the pick of `code` in the issue of `date`, in one of the tracks `method`, `published` and
 * `vetoed`. Prices are in shares of the issue's day. Returns are fractions, net of the costs that the entry names:
 * `netWorst` counts the low of the day of purchase, and `netBest` does not. `repeats`: for a repeated pick, which has
 * no figures, the issue whose pick of the stock was still open. `stands`: the last day on which the outcome could still
 * change, or that of one of its twins, the similar stocks with which it is compared.
 */
export type RecordedOutcome = {
  date: string
  code: string
  track: 'method' | 'published' | 'vetoed'
  pattern: string
  buyPoint: number
  state: Exclude<OutcomeState, 'waiting' | 'filled'> | 'repeated'
  repeats: string | null
  entryDate: string | null
  entry: number | null
  exitDate: string | null
  exit: number | null
  netWorst: number | null
  netBest: number | null
  marketReturn: number | null
  twins: number
  twinWorst: number | null
  twinBest: number | null
  stands: string
}

/**
 * The body of an outcomes entry, without its salt: the outcomes that became final by the day `until` and are in no
 * earlier entry.
 */
export type OutcomesBody = {
  market: ExchangeId
  until: string
  rule: string
  costs: Costs
  outcomes: RecordedOutcome[]
}

/** Maximum number of outcomes in one entry. An entry of this size is about a megabyte. */
export const mostOutcomes = 2_000

/** The possible faults of an outcomes entry, in addition to those of any entry. */
export type OutcomeFault = 'outcomes-malformed' | 'outcome-unlisted' | 'outcome-twice' | 'outcome-net'

/** Limits: picks read per issue, issues kept in memory, and outcomes kept in memory. */
const most = { picks: 500, issues: 20_000, outcomes: 1_000_000 }
/** Prices are recorded in millionths, so a return recomputed from them may differ by rounding. */
const rounded = 2e-6

type Listed = { buyPoints: ReadonlyMap<string, number>; edited: ReadonlySet<string> }

/**
 * Checks recorded outcomes against earlier issues. Each outcome must be that of a listed pick, must be recorded only
 * once, and must have the return that follows from its prices and the costs. Masked bodies are not checked.
 */
export class OutcomesCheck {
  readonly #issues = new Map<string, Listed[]>()
  readonly #told = new Set<string>()
  #issueCount = 0

  /** The number of outcomes recorded so far. */
  get count(): number {
    return this.#told.size
  }

  /** Checks the next entry and returns its first fault. */
  add({ kind, market, body }: Pick<RecordEntry, 'kind' | 'market' | 'body'>): OutcomeFault | undefined {
    if (body === undefined) return undefined
    if (kind === 'issue') this.#keep(market, parsed(body))
    return kind === 'outcomes' ? this.#check(market, parsed(body)) : undefined
  }

  #keep(market: string, { list, edits }: Record<string, unknown>): void {
    const { date, picks } = (list ?? {}) as Record<string, unknown>
    if (typeof date !== 'string' || !Array.isArray(picks) || ++this.#issueCount > most.issues) return
    const key = `${market} ${date}`
    const buyPoints = new Map(rowsOf(picks).map(({ code, buyPoint }) => [String(code), Number(buyPoint)]))
    const edited = new Set(rowsOf(edits).map(({ code }) => String(code)))
    this.#issues.set(key, [...(this.#issues.get(key) ?? []), { buyPoints, edited }])
  }

  #check(market: string, { market: named, costs, outcomes }: Record<string, unknown>): OutcomeFault | undefined {
    const isList = Array.isArray(outcomes) && outcomes.length > 0 && outcomes.length <= mostOutcomes
    if (named !== market || !isList || !isOfNumbers(costs)) return 'outcomes-malformed'
    for (const outcome of outcomes as unknown[]) {
      if (!isOutcome(outcome)) return 'outcomes-malformed'
      const fault = this.#faultOf(market, outcome, costs as Costs)
      if (fault) return fault
    }
    return undefined
  }

  #faultOf(market: string, outcome: RecordedOutcome, costs: Costs): OutcomeFault | undefined {
    const { date, code, track, entry, exit, netWorst } = outcome
    const key = [market, date, track, code].join(' ')
    if (this.#told.has(key)) return 'outcome-twice'
    if (this.#told.size < most.outcomes) this.#told.add(key)
    const issues = this.#issues.get(`${market} ${date}`)
    if (issues && !issues.some(issue => isListed(issue, outcome))) return 'outcome-unlisted'
    if (entry === null || exit === null) return entry === exit && netWorst === null ? undefined : 'outcome-net'
    return Math.abs(netOf(entry, exit, costs) - (netWorst ?? Number.NaN)) <= rounded / entry ? undefined : 'outcome-net'
  }
}

/**
 * Whether the issue lists the outcome's pick with its buy point. In the `published` track, any buy point is accepted
 * for a stock that staff edited, because the staff's buy point was published instead of the method's.
 */
function isListed({ buyPoints, edited }: Listed, { code, track, buyPoint }: RecordedOutcome): boolean {
  return buyPoints.get(code) === buyPoint || (track === 'published' && edited.has(code))
}

const rowsOf = (list: unknown) =>
  (Array.isArray(list) ? list.slice(0, most.picks) : []).filter(isObject) as Record<string, unknown>[]

const isOutcome = (value: unknown): value is RecordedOutcome =>
  isObject(value) &&
  ['date', 'code', 'track', 'state'].every(name => typeof value[name] === 'string') &&
  ['entry', 'exit', 'netWorst'].every(name => value[name] === null || typeof value[name] === 'number')

const isOfNumbers = (value: unknown): boolean =>
  isObject(value) && ['buy', 'sell', 'spread'].every(name => typeof value[name] === 'number')
