/** A Stripe object, or a row of the sandbox itself, which has a kind that begins with '_'. */
export type Row = { readonly id: string }
export type Change = { kind: string; id: string; row: Row | undefined }

type Entry = { row: Row; readonly born: number }
type Table = Map<string, Entry>
type Index = Map<unknown, Set<Entry>>
type Before = Map<string, { kind: string; id: string; entry: Entry | undefined; row: Row | undefined }>
type Follower = (kind: string, id: string, row: Row | undefined) => void

/**
 * All objects of the payment provider, in memory, in order of creation. Rows are never edited in place; `put` replaces
 * a row with a new object. `change` is atomic and returns the changes to be saved.
 */
export class Store {
  readonly #tables = new Map<string, Table>()
  /** kind -> path -> value -> rows. Each index is built on first use. */
  readonly #indexes = new Map<string, Map<string, Index>>()
  readonly #followers: Follower[] = []
  #before: Before | undefined
  #births = 0
  readonly #realNow: () => number
  /** The number of seconds by which the global clock is ahead of the machine's. */
  #ahead = 0
  #pinned: number | undefined

  /** `realNow` returns ms since the epoch; `rows` are in order of creation. */
  constructor(realNow: () => number, rows: Iterable<{ kind: string; row: Row }> = []) {
    this.#realNow = realNow
    for (const { kind, row } of rows) this.#set(kind, row)
  }

  /**
   * The time of the global clock, in whole seconds since the epoch. Objects on a test clock use the time of that clock.
   */
  now(): number {
    return this.#pinned ?? Math.floor(this.#realNow() / 1000) + this.#ahead
  }

  /** Runs `act` with the global clock set to `time`, for actions that run later than they were due. */
  at<R>(time: number, act: () => R): R {
    const before = this.#pinned
    this.#pinned = time
    try {
      return act()
    } finally {
      this.#pinned = before
    }
  }

  find<T extends Row>(kind: string, id: string): T | undefined {
    return this.#tables.get(kind)?.get(id)?.row as T | undefined
  }

  /** All rows of a kind, oldest first. */
  all<T extends Row>(kind: string): readonly T[] {
    return rowsOf(this.#tables.get(kind)?.values() ?? [])
  }

  /** The rows that have this value at a path (`customer`, `payment.payment_intent`), oldest first. Uses an index. */
  by<T extends Row>(kind: string, path: string, value: string): readonly T[] {
    const bucket = this.#index(kind, path).get(value)
    if (!bucket) return []
    const entries = [...bucket]
    if (entries.some((entry, place) => place > 0 && entry.born < (entries[place - 1] as Entry).born))
      entries.sort((one, other) => one.born - other.born)
    return rowsOf(entries)
  }

  /** All rows with their kinds, oldest first within a kind. A store that is built from these rows equals this one. */
  *rows(): Iterable<{ kind: string; row: Row }> {
    for (const [kind, table] of this.#tables) for (const { row } of table.values()) yield { kind, row }
  }

  put<T extends Row>(kind: string, row: T): T {
    this.#remember(kind, row.id)
    this.#set(kind, row)
    return row
  }

  remove(kind: string, id: string): void {
    this.#remember(kind, id)
    this.#delete(kind, id)
  }

  /** Runs `act`. If it throws, everything is reverted. `undo` reverts the change if it cannot be saved. */
  change<R>(act: () => R): { result: R; changes: Change[]; undo: () => void } {
    if (this.#before) throw new Error('a change within a change')
    const before: Before = new Map()
    this.#before = before
    const undo = () => {
      for (const was of [...before.values()].toReversed()) this.#restore(was.kind, was.id, was.entry, was.row)
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

  /** Calls `follower` for every existing row, and from then on for each row that is put, removed or reverted. */
  follow(follower: Follower): void {
    for (const [kind, table] of this.#tables) for (const { row } of table.values()) follower(kind, row.id, row)
    this.#followers.push(follower)
  }

  #set(kind: string, row: Row): void {
    const table = this.#table(kind)
    const entry = table.get(row.id)
    if (entry) this.#place(kind, entry, row)
    else {
      const added = { row, born: this.#births++ }
      table.set(row.id, added)
      this.#place(kind, added, row, true)
    }
    this.#heard(kind, row.id, row)
  }

  #delete(kind: string, id: string): void {
    const entry = this.#table(kind).get(id)
    if (!entry) return
    this.#table(kind).delete(id)
    for (const [path, index] of this.#indexes.get(kind) ?? []) index.get(valueAt(entry.row, path))?.delete(entry)
    this.#heard(kind, id, undefined)
  }

  /** Puts `row` into its entry, and adds the entry to the indexes under the row's values. */
  #place(kind: string, entry: Entry, row: Row, isNew = false): void {
    for (const [path, index] of this.#indexes.get(kind) ?? []) {
      const before = valueAt(entry.row, path)
      const after = valueAt(row, path)
      if (!isNew && before === after) continue
      if (!isNew) index.get(before)?.delete(entry)
      bucketOf(index, after).add(entry)
    }
    entry.row = row
  }

  #heard(kind: string, id: string, row: Row | undefined): void {
    if (kind === '_clock' && id === 'global') this.#ahead = (row as { ahead?: number } | undefined)?.ahead ?? 0
    for (const follower of this.#followers) follower(kind, id, row)
  }

  #table(kind: string): Table {
    let table = this.#tables.get(kind)
    if (!table) this.#tables.set(kind, (table = new Map()))
    return table
  }

  #index(kind: string, path: string): Index {
    let paths = this.#indexes.get(kind)
    if (!paths) this.#indexes.set(kind, (paths = new Map()))
    let index = paths.get(path)
    if (!index) {
      paths.set(path, (index = new Map()))
      for (const entry of this.#table(kind).values()) bucketOf(index, valueAt(entry.row, path)).add(entry)
    }
    return index
  }

  #remember(kind: string, id: string): void {
    if (!this.#before) throw new Error('only within a change')
    const key = `${kind} ${id}`
    if (this.#before.has(key)) return
    const entry = this.#tables.get(kind)?.get(id)
    this.#before.set(key, { kind, id, entry, row: entry?.row })
  }

  #restore(kind: string, id: string, entry: Entry | undefined, row: Row | undefined): void {
    if (!entry || !row) return this.#delete(kind, id)
    const table = this.#table(kind)
    if (table.get(id) !== entry) {
      this.#delete(kind, id)
      const entries = [...table, [id, entry] as const].toSorted(([, one], [, other]) => one.born - other.born)
      table.clear()
      for (const [name, kept] of entries) table.set(name, kept)
      this.#place(kind, entry, row, true)
    } else this.#place(kind, entry, row)
    this.#heard(kind, id, row)
  }
}

function rowsOf<T extends Row>(entries: Iterable<Entry>): T[] {
  const rows: T[] = []
  for (const { row } of entries) rows.push(row as T)
  return rows
}

function bucketOf(index: Index, value: unknown): Set<Entry> {
  let bucket = index.get(value)
  if (!bucket) index.set(value, (bucket = new Set()))
  return bucket
}

function valueAt(row: Row, path: string): unknown {
  let value: unknown = row
  for (const name of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[name]
  return value
}
