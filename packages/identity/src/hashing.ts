/** Thrown if too many hashing jobs are waiting. The caller should try again in a few seconds. */
export class Busy extends Error {}

/**
 * Fair queue for password hashing. A job takes a CPU core and 32 MB, so few jobs run at the same time. Networks with
 * waiting jobs take turns, so that a flood of jobs from one network delays only that network.
 */
export class Hashing {
  readonly #atOnce: number
  readonly #lane: number
  readonly #all: number
  readonly #lanes = new Map<string, (() => void)[]>()
  #waiting = 0
  #running = 0

  /**
   * Limits on the number of jobs: running at the same time (`atOnce`), waiting per network (`lane`), and waiting in
   * total (`all`).
   */
  constructor({ atOnce = 2, lane = 12, all = 120 } = {}) {
    this.#atOnce = atOnce
    this.#lane = lane
    this.#all = all
  }

  /** Runs the work when it is its lane's turn. Throws Busy immediately if too many jobs are waiting. */
  async run<T>(lane: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running++
    else await this.#turn(lane)
    try {
      return await work()
    } finally {
      const next = this.#next()
      if (next) next()
      else this.#running--
    }
  }

  #turn(lane: string): Promise<void> {
    const waiting = this.#lanes.get(lane) ?? []
    if (waiting.length >= this.#lane || this.#waiting >= this.#all) throw new Busy('too many passwords at once')
    this.#waiting++
    return new Promise(resolve => this.#lanes.set(lane, [...waiting, resolve]))
  }

  /** Removes and returns the first waiting job of the next lane, and moves that lane to the end. */
  #next(): (() => void) | undefined {
    const [turn] = this.#lanes
    if (!turn) return undefined
    const [lane, [first, ...others]] = turn
    this.#lanes.delete(lane)
    if (others.length > 0) this.#lanes.set(lane, others)
    this.#waiting--
    return first
  }
}
