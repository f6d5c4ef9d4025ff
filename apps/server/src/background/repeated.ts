const soonMs = 50

/** A task. It may return the delay until its next run, in ms, if that should be shorter than usual. */
type Work = () => Promise<number | void>

/**
 * Runs background tasks repeatedly until stopped. A task never overlaps with itself; a failure is logged and does not
 * affect the next run. Its timers do not keep the process alive.
 */
export class Repeated {
  readonly #log: { warn(details: object, message: string): void }
  readonly #stopped = new AbortController()
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #running = new Set<Promise<void>>()

  constructor(log: { warn(details: object, message: string): void }) {
    this.#log = log
  }

  get isStopped(): boolean {
    return this.#stopped.signal.aborted
  }

  /**
   * Runs the task immediately, then every `ms`. Returns a function that triggers an extra run; several calls in quick
   * succession trigger only one.
   */
  every(name: string, ms: number, work: Work): () => void {
    let timer: NodeJS.Timeout | undefined
    let isRunning = false
    let isWoken = false
    const runIn = (waitMs: number) => {
      this.#drop(timer)
      if (this.isStopped) return
      timer = setTimeout(() => void this.#track(run()), waitMs)
      timer.unref()
      this.#timers.add(timer)
    }
    const run = async () => {
      if (this.isStopped) return
      this.#drop(timer)
      isRunning = true
      isWoken = false
      const waitMs = await work().catch(error => {
        this.#log.warn({ err: error, work: name }, 'work in the background failed')
      })
      isRunning = false
      runIn(isWoken ? soonMs : Math.min(waitMs ?? ms, ms))
    }
    void this.#track(run())
    return () => {
      if (isWoken) return
      isWoken = true
      if (!isRunning) runIn(soonMs)
    }
  }

  /** Prevents further runs; settles when no task is running. */
  async stop(): Promise<void> {
    this.#stopped.abort()
    for (const timer of this.#timers) clearTimeout(timer)
    await Promise.all(this.#running)
  }

  #drop(timer: NodeJS.Timeout | undefined) {
    clearTimeout(timer)
    if (timer) this.#timers.delete(timer)
  }

  #track(run: Promise<void>) {
    this.#running.add(run)
    return run.finally(() => this.#running.delete(run))
  }
}
