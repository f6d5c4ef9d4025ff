import { createHash } from 'node:crypto'
import { addDays, type Day } from '@finlist/domain/calendar'

/** Collects figures while bars are streamed to a program. */
export class PassedBars {
  /** The closes of the stocks that traded on the day, by code. */
  readonly closes = new Map<string, number>()
  readonly #day: Day
  readonly #weekBefore: { from: Day; to: Day }
  readonly #traded = new Map<Day, number>()
  readonly #hash = createHash('sha256')

  constructor(day: Day) {
    this.#day = day
    this.#weekBefore = { from: addDays(day, -11), to: addDays(day, -5) }
  }

  /** The number of stocks that traded on the last trading day of the previous week. */
  get before(): number {
    const last = [...this.#traded.keys()].toSorted().at(-1)
    return last === undefined ? 0 : this.#traded.get(last)!
  }

  hash(): string {
    return this.#hash.digest('hex')
  }

  async *pass(pieces: AsyncIterable<string>): AsyncGenerator<string> {
    const { from, to } = this.#weekBefore
    for await (const piece of pieces) {
      this.#hash.update(piece)
      for (const line of piece.split('\n')) {
        const at = line.indexOf(',') + 1
        const date = line.slice(at, at + 10)
        if (date === this.#day) this.closes.set(line.slice(0, at - 1), Number(line.split(',')[5]))
        else if (date >= from && date <= to) this.#traded.set(date, (this.#traded.get(date) ?? 0) + 1)
      }
      yield piece
    }
  }
}
