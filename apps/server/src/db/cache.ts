import type { ChangeFeed, ChangeKind, Changes } from './change-feed.ts'

type Options<K, V> = {
  changes: ChangeFeed
  /** Maximum number of values; the oldest is evicted first. */
  maxEntries: number
  load: (key: K) => Promise<V>
  /**
   * Which changes invalidate values, by kind: `'all'` drops every value; a function drops the values for whose key it
   * returns true.
   */
  dependsOn: { [Kind in ChangeKind]?: 'all' | ((scope: Changes[Kind], key: K) => boolean) }
}

/**
 * In-memory cache of database values, invalidated by the change feed. While the feed is down, nothing is cached and
 * every look-up reads the database, so that no stale value is returned. Absent values are not cached.
 */
export class Cache<K, V> {
  readonly #options: Options<K, V>
  readonly #known = new Map<K, V>()
  readonly #loading = new Map<K, Promise<V>>()

  constructor(options: Options<K, V>) {
    this.#options = options
    for (const kind of Object.keys(options.dependsOn) as ChangeKind[])
      options.changes.on(kind, scope => {
        const isStale = options.dependsOn[kind] as 'all' | ((scope: unknown, key: K) => boolean)
        this.#drop(isStale === 'all' ? () => true : key => isStale(scope, key))
      })
    options.changes.onReconnect(() => this.#drop(() => true))
  }

  get(key: K): V | Promise<V> {
    if (!this.#options.changes.alive) return this.#options.load(key)
    return this.#known.get(key) ?? this.#loading.get(key) ?? this.#load(key)
  }

  /** Removes a value that no change invalidates, such as an expired one. */
  forget(key: K) {
    this.#known.delete(key)
  }

  #drop(isStale: (key: K) => boolean) {
    for (const kept of [this.#known, this.#loading]) for (const key of kept.keys()) if (isStale(key)) kept.delete(key)
  }

  async #load(key: K): Promise<V> {
    const loading = this.#options.load(key)
    this.#loading.set(key, loading)
    try {
      const value = await loading
      // A value invalidated during its read may be stale, and is not cached.
      if (value !== undefined && this.#loading.get(key) === loading) this.#keep(key, value)
      return value
    } finally {
      if (this.#loading.get(key) === loading) this.#loading.delete(key)
    }
  }

  #keep(key: K, value: V) {
    if (this.#known.size >= this.#options.maxEntries) this.#known.delete(this.#known.keys().next().value!)
    this.#known.set(key, value)
  }
}
