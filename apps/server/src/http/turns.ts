import { TooBusy } from './client-errors.ts'

/** Runs a limited number of tasks concurrently. Others wait in order of arrival, and give up after `waitMs`. */
export class Turns {
  readonly #atOnce: number
  readonly #waitMs: number
  readonly #waiting = new Set<() => void>()
  #running = 0

  constructor({ atOnce, waitMs }: { atOnce: number; waitMs: number }) {
    this.#atOnce = atOnce
    this.#waitMs = waitMs
  }

  /** Throws TooBusy if the task's turn does not come in time. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running++
    else await this.#turn()
    try {
      return await work()
    } finally {
      const [next] = this.#waiting
      if (next) next()
      else this.#running--
    }
  }

  /** Settles when a finished task frees its slot. */
  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const come = () => {
        clearTimeout(late)
        this.#waiting.delete(come)
        resolve()
      }
      const late = setTimeout(() => {
        this.#waiting.delete(come)
        reject(new TooBusy())
      }, this.#waitMs)
      this.#waiting.add(come)
    })
  }
}
