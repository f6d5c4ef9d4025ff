import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from './database.ts'

/** Thrown if the lock is not free within the caller's time limit. */
export class Busy extends Error {
  override name = 'Busy'
}

/**
 * Named locks, each held by one holder at a time among all processes on the database. A process holds all its locks on
 * one dedicated connection, so that waiting for the payment provider occupies no pool connection, and a crash releases
 * them immediately.
 */
export class Locks {
  readonly #database: Database
  readonly #tails = new Map<string, Promise<void>>()
  readonly #held = new Map<string, pg.Client>()
  #client: Promise<pg.Client> | undefined
  #lastQuery: Promise<unknown> = Promise.resolve()

  constructor(database: Database) {
    this.#database = database
  }

  /** Runs `work` while holding the lock of that name. Throws Busy if it is not free within `patienceMs`. */
  async hold<T>(name: string, work: () => Promise<T>, patienceMs = 30_000): Promise<T> {
    const until = performance.now() + patienceMs
    const before = this.#tails.get(name) ?? Promise.resolve()
    const { promise: done, resolve } = Promise.withResolvers<void>()
    const tail = before.then(() => done)
    this.#tails.set(name, tail)
    // Deleted only once `tail` settles: if this call gives up, the next one must still wait for the current holder.
    void tail.then(() => this.#tails.get(name) === tail && this.#tails.delete(name))
    try {
      await inTime(before, patienceMs)
      const client = await this.#take(name, until)
      try {
        return await work()
      } finally {
        this.#held.delete(name)
        await this.#ask(client, 'select pg_advisory_unlock(hashtextextended($1, 0)) as got', name).catch(
          () => undefined,
        )
      }
    } finally {
      resolve()
    }
  }

  /** Throws if the connection, and with it the lock, was lost: another process may hold the lock by now. */
  async assertHeld(name: string): Promise<void> {
    if (this.#held.get(name) !== (await this.#client)) throw new Busy(`the lock of ${name} was lost`)
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined)
    this.#client = undefined
    await client?.end().catch(() => undefined)
  }

  async #take(name: string, until: number): Promise<pg.Client> {
    for (let tries = 0; ; tries++) {
      const client = await this.#connected()
      if (await this.#ask(client, 'select pg_try_advisory_lock(hashtextextended($1, 0)) as got', name)) {
        this.#held.set(name, client)
        return client
      }
      if (performance.now() >= until) throw new Busy(`${name} is busy`)
      await wait(Math.min(10 * 2 ** tries, 100))
    }
  }

  /** Only one query at a time, because all waiters share the connection. */
  async #ask(client: pg.Client, text: string, name: string): Promise<boolean> {
    const answer = this.#lastQuery.then(() => client.query<{ got: boolean }>(text, [name]))
    this.#lastQuery = answer.catch(() => undefined)
    return (await answer).rows[0]?.got ?? false
  }

  #connected(): Promise<pg.Client> {
    this.#client ??= this.#connect()
    return this.#client
  }

  async #connect(): Promise<pg.Client> {
    const client = this.#database.sessions.client({ application_name: 'finlist locks', keepAlive: true })
    const lost = () => {
      this.#client = undefined
    }
    client.on('error', lost)
    client.on('end', lost)
    await client.connect().catch(error => {
      lost()
      throw error
    })
    return client
  }
}

async function inTime(promise: Promise<void>, ms: number): Promise<void> {
  const stop = new AbortController()
  const late = wait(ms, undefined, { signal: stop.signal }).then(
    () => {
      throw new Busy('busy')
    },
    () => undefined,
  )
  await Promise.race([promise, late])
  stop.abort()
}
