import { type Change, type Row, Store } from '../store.ts'
import type { PostgresStore } from './postgres-store.ts'

const mostWaiting = 10_000

/** Thrown if a change could not be saved and has been reverted, or if the queue of changes is full. */
export class Unsaved extends Error {
  override name = 'Unsaved'
}

/** The store with its queue of changes. Changes run one after another, and each is confirmed once it is saved. */
export class Persistence {
  readonly store: Store
  readonly #created: Row[] = []
  readonly #postgres: PostgresStore | undefined
  readonly #hearers: ((changes: readonly Change[]) => void)[] = []
  #noteEvents: ((store: Store, events: readonly Row[]) => void) | undefined
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(realNow: () => number, rows: Iterable<{ kind: string; row: Row }>, postgres?: PostgresStore) {
    this.store = new EventBooks(realNow, rows, this.#created)
    this.#postgres = postgres
  }

  /**
   * Sets the function that runs at the end of every change that created events. Its own changes are saved with them.
   */
  withEvents(note: (store: Store, events: readonly Row[]) => void) {
    this.#noteEvents = note
  }

  /** Calls `hear` with the changes that have been saved, after each save. */
  onSaved(hear: (changes: readonly Change[]) => void) {
    this.#hearers.push(hear)
  }

  change<R>(act: (store: Store) => R): Promise<R> {
    if (this.#waiting >= mostWaiting) return Promise.reject(new Unsaved('too many changes wait'))
    this.#waiting++
    const turn = this.#last.then(() => this.#turn(act)).finally(() => this.#waiting--)
    this.#last = turn.catch(() => undefined)
    return turn
  }

  async close(): Promise<void> {
    await this.#last
    await this.#postgres?.close()
  }

  async #turn<R>(act: (store: Store) => R): Promise<R> {
    await this.#settle()
    this.#created.length = 0
    const { result, changes, undo } = this.store.change(() => {
      const done = act(this.store)
      if (this.#created.length > 0) this.#noteEvents?.(this.store, this.#created)
      return done
    })
    if (changes.length > 0) await this.#save(changes, undo)
    return result
  }

  async #save(changes: readonly Change[], undo: () => void): Promise<void> {
    try {
      await this.#postgres?.save(changes)
    } catch (cause) {
      const saved = await this.#postgres?.settle().catch(() => [])
      if (!saved?.length) {
        undo()
        throw new Unsaved('the change could not be saved', { cause })
      }
    }
    this.#tell(changes)
  }

  /**
   * If the connection broke during a save, finds out from the database whether the save was committed. If so, applies
   * it.
   */
  async #settle(): Promise<void> {
    const saved = await this.#postgres?.settle().catch(cause => {
      throw new Unsaved('the database cannot be reached', { cause })
    })
    if (!saved?.length) return
    this.store.change(() => {
      for (const { kind, id, row } of saved) {
        if (row) this.store.put(kind, row)
        else this.store.remove(kind, id)
      }
    })
    this.#tell(saved)
  }

  #tell(changes: readonly Change[]) {
    for (const hear of this.#hearers) hear(changes)
  }
}

/** Records the events that a change creates. */
class EventBooks extends Store {
  readonly #created: Row[]
  constructor(realNow: () => number, rows: Iterable<{ kind: string; row: Row }>, created: Row[]) {
    super(realNow, rows)
    this.#created = created
  }

  override put<T extends Row>(kind: string, row: T): T {
    if (kind === 'event' && !this.find(kind, row.id)) this.#created.push(row)
    return super.put(kind, row)
  }
}
