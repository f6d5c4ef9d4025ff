import type { Day } from '../calendar.ts'
import { type Drift, driftOf, driftRule, type KnownList, type SaidAndCame } from '../learning/drift.ts'
import { dayNumber } from '../market-trend/breadth.ts'
import { isObject, parsed } from './body.ts'
import type { RecordEntry } from './entry.ts'
import { outlooksIn } from './issue-outlooks.ts'

/** The kinds of entry that drift is computed from. */
export const driftKinds = ['issue', 'roll-back', 'outcomes'] as const

/** A list that waits for its outcomes: what was said of each pick, and the picks whose outcome is known. */
type Waiting = { said: ReadonlyMap<string, number>; picks: SaidAndCame[] }

/**
 * Computes the drift of a market from its entries in the order of the record. A list is evaluated once, with the first
 * outcomes that are recorded `settledDays` after its day. Picks that were not bought do not count, nor do those whose
 * outcome depends on the unknown order of prices on the day of purchase.
 */
export class DriftReader {
  readonly #waiting = new Map<Day, Waiting>()
  readonly #known: KnownList[] = []
  /** The newest day up to which outcomes were recorded, and the last day whose list was evaluated. */
  #recordedTo: Day = ''
  #evaluatedTo = 0
  #seq = 0

  /** Adds the next entry; `body` must be open. Entries of other kinds are ignored. */
  add({ seq, kind, body }: Pick<RecordEntry, 'seq' | 'kind'> & { body: string }): void {
    if (!driftKinds.some(known => known === kind)) return
    this.#seq = seq
    const members = parsed(body)
    if (kind === 'outcomes') this.#addOutcomes(members)
    else if (kind === 'issue') this.#addList(members, body)
    else this.#waiting.delete(String(members['date']))
  }

  /** The drift known on the day `until`, the day of the market's model. */
  drift(until: Day): Drift {
    this.#evaluate()
    return { ...driftOf(this.#known, dayNumber(until)), seq: this.#seq }
  }

  #addList({ list }: Record<string, unknown>, body: string) {
    const date = isObject(list) ? String(list['date']) : ''
    // A list that was evaluated stays as it was.
    if (!(dayNumber(date) > this.#evaluatedTo)) return
    this.#waiting.delete(date)
    const outlooks = outlooksIn(body)
    if (!outlooks) return
    const said = Object.entries(outlooks.picks).map(([code, { target }]) => [code, target] as const)
    this.#waiting.set(date, { said: new Map(said), picks: [] })
  }

  #addOutcomes({ until, outcomes }: Record<string, unknown>) {
    const recordedTo = String(until)
    // One week's outcomes may be spread over several entries.
    if (recordedTo > this.#recordedTo) {
      this.#evaluate()
      this.#recordedTo = recordedTo
    }
    for (const outcome of Array.isArray(outcomes) ? outcomes.filter(isObject) : []) {
      const list = this.#waiting.get(String(outcome['date']))
      const said = list?.said.get(String(outcome['code']))
      if (said !== undefined && isCounted(outcome)) list!.picks.push({ said, came: outcome['state'] === 'target' })
    }
  }

  #evaluate() {
    if (this.#recordedTo === '') return
    const known = dayNumber(this.#recordedTo)
    const inOrder = [...this.#waiting].toSorted(([one], [other]) => (one < other ? -1 : 1))
    for (const [date, { picks }] of inOrder) {
      const day = dayNumber(date)
      if (day + driftRule.settledDays > known) return
      this.#waiting.delete(date)
      this.#evaluatedTo = day
      if (picks.length > 0) this.#known.push({ day, known, picks })
    }
  }
}

const isCounted = ({ track, entry, netWorst, netBest }: Record<string, unknown>) =>
  track === 'method' && typeof entry === 'number' && netWorst === netBest
