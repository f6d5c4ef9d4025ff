/** A thing the card company keeps: one of Stripe's objects, or a row of its own whose kind begins with '_'. */
export type Row = { readonly id: string }
export type Change = { kind: string; id: string; row: Row | undefined }

/**
 * All that the card company knows, in memory, in the order of creation. Rows are never edited in place: `put` replaces
 * one by a new object. `change` happens whole or not at all, and says what has to be saved.
 */
export class Books {
  readonly #shelves = new Map<string, Map<string, Row>>()
  #before: Map<string, { kind: string; id: string; row: Row | undefined }> | undefined
  readonly #realNow: () => number
  /** Seconds that the card company's clock is ahead of the real one. */
  #ahead = 0

  /** `realNow` in ms since the epoch; `rows` in the order of their creation. */
  constructor(realNow: () => number, rows: Iterable<{ kind: string; row: Row }> = []) {
    this.#realNow = realNow
    for (const { kind, row } of rows) this.#shelf(kind).set(row.id, row)
    this.#ahead = this.find<Row & { ahead: number }>('_clock', 'global')?.ahead ?? 0
  }

  /** The global clock, in whole seconds since the epoch. What hangs on a test clock has that clock's own time. */
  now(): number {
    return Math.floor(this.#realNow() / 1000) + this.#ahead
  }

  find<T extends Row>(kind: string, id: string): T | undefined {
    return this.#shelves.get(kind)?.get(id) as T | undefined
  }

  /** Oldest first. */
  all<T extends Row>(kind: string): readonly T[] {
    return [...(this.#shelves.get(kind)?.values() ?? [])] as unknown as T[]
  }

  put<T extends Row>(kind: string, row: T): T {
    this.#remember(kind, row.id)
    this.#shelf(kind).set(row.id, row)
    if (kind === '_clock' && row.id === 'global') this.#ahead = (row as unknown as { ahead: number }).ahead
    return row
  }

  remove(kind: string, id: string): void {
    this.#remember(kind, id)
    this.#shelf(kind).delete(id)
  }

  /** Runs `act`; when it throws, nothing has changed. `undo` takes the change back if it cannot be saved. */
  change<R>(act: () => R): { result: R; changes: Change[]; undo: () => void } {
    if (this.#before) throw new Error('a change within a change')
    const before = new Map<string, { kind: string; id: string; row: Row | undefined }>()
    this.#before = before
    const undo = () => {
      for (const { kind, id, row } of [...before.values()].toReversed()) this.#restore(kind, id, row)
    }
    try {
      const result = act()
      const changes = [...before.values()].map(({ kind, id }) => ({ kind, id, row: this.find(kind, id) }))
      return { result, changes, undo }
    } catch (error) {
      undo()
      throw error
    } finally {
      this.#before = undefined
    }
  }

  #shelf(kind: string): Map<string, Row> {
    let shelf = this.#shelves.get(kind)
    if (!shelf) this.#shelves.set(kind, (shelf = new Map()))
    return shelf
  }

  #remember(kind: string, id: string): void {
    if (!this.#before) throw new Error('only within a change')
    const key = `${kind} ${id}`
    if (!this.#before.has(key)) this.#before.set(key, { kind, id, row: this.find(kind, id) })
  }

  #restore(kind: string, id: string, row: Row | undefined): void {
    if (row) this.#shelf(kind).set(id, row)
    else this.#shelf(kind).delete(id)
    if (kind === '_clock' && id === 'global') this.#ahead = (row as { ahead?: number } | undefined)?.ahead ?? 0
  }
}
