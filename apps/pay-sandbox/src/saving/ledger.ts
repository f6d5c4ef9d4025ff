import { Books, type Change, type Row } from '../books.ts'
import type { Store } from './store.ts'

const mostWaiting = 10_000

/** A change could not be saved and has been taken back; or so many wait that no more is taken. */
export class Unsaved extends Error {
  override name = 'Unsaved'
}

/** The books and the one queue to them: every change runs in turn, and is answered when it is saved. */
export class Ledger {
  readonly books: Books
  readonly #created: Row[] = []
  readonly #store: Store | undefined
  readonly #hearers: ((changes: readonly Change[]) => void)[] = []
  #noteEvents: ((books: Books, events: readonly Row[]) => void) | undefined
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(realNow: () => number, rows: Iterable<{ kind: string; row: Row }>, store?: Store) {
    this.books = new EventBooks(realNow, rows, this.#created)
    this.#store = store
  }

  /** `note` runs at the end of every change that made events, and is saved with them. */
  withEvents(note: (books: Books, events: readonly Row[]) => void) {
    this.#noteEvents = note
  }

  /** Hears what has been saved. */
  onSaved(hear: (changes: readonly Change[]) => void) {
    this.#hearers.push(hear)
  }

  change<R>(act: (books: Books) => R): Promise<R> {
    if (this.#waiting >= mostWaiting) return Promise.reject(new Unsaved('too many changes wait'))
    this.#waiting++
    const turn = this.#last.then(() => this.#turn(act)).finally(() => this.#waiting--)
    this.#last = turn.catch(() => undefined)
    return turn
  }

  async close(): Promise<void> {
    await this.#last
    await this.#store?.close()
  }

  async #turn<R>(act: (books: Books) => R): Promise<R> {
    await this.#settle()
    this.#created.length = 0
    const { result, changes, undo } = this.books.change(() => {
      const done = act(this.books)
      if (this.#created.length > 0) this.#noteEvents?.(this.books, this.#created)
      return done
    })
    if (changes.length > 0) await this.#save(changes, undo)
    return result
  }

  async #save(changes: readonly Change[], undo: () => void): Promise<void> {
    try {
      await this.#store?.save(changes)
    } catch (cause) {
      const saved = await this.#store?.settle().catch(() => [])
      if (!saved?.length) {
        undo()
        throw new Unsaved('the change could not be saved', { cause })
      }
    }
    this.#tell(changes)
  }

  /** A connection that broke while a change was saved leaves open whether it was: the database is asked first. */
  async #settle(): Promise<void> {
    const saved = await this.#store?.settle().catch(cause => {
      throw new Unsaved('the database cannot be reached', { cause })
    })
    if (!saved?.length) return
    this.books.change(() => {
      for (const { kind, id, row } of saved) {
        if (row) this.books.put(kind, row)
        else this.books.remove(kind, id)
      }
    })
    this.#tell(saved)
  }

  #tell(changes: readonly Change[]) {
    for (const hear of this.#hearers) hear(changes)
  }
}

/** Notes the events that a change makes. */
class EventBooks extends Books {
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
