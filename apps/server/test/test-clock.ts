/** Afternoon in Tokyo and Hong Kong, and night in New York, on a Wednesday far from the end of a month or year. */
export const calmDay = '2026-09-16T06:00:00Z'

/** The clock shared by a server and its payment provider. It ticks like the machine's; tests make it jump. */
export class TestClock {
  offsetMs = 0
  /** The instant at which it started; undefined for the machine's time. */
  readonly at: string | undefined
  readonly #beginsAheadMs: number

  constructor(at?: string) {
    this.at = at
    this.#beginsAheadMs = at === undefined ? 0 : Date.parse(at) - Date.now()
  }

  /** Milliseconds by which it is ahead of the machine's clock. */
  get aheadMs(): number {
    return this.#beginsAheadMs + this.offsetMs
  }

  readonly now = (): number => Date.now() + this.aheadMs
}
