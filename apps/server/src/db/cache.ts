import type { ChangeFeed, ChangeKind, Changes } from './change-feed.ts'

type Options<K, V> = {
  changes: ChangeFeed
  /** How many values at most; the oldest goes first. */
  maxEntries: number
  load: (key: K) => Promise<V>
  /** The changes that make values stale: all of them, or those of which the scope and the key say so. */
  dependsOn: { [Kind in ChangeKind]?: 'all' | ((scope: Changes[Kind], key: K) => boolean) }
}

/**
 * Values of the database that this process keeps in memory, until the change feed tells that they are stale. While
 * the feed is down nothing is kept and every look-up reads the database, so that no stale value is answered. Missing
 * values are not kept.
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

  /** Drops a value that became stale with time. */
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
      // Invalidated while it was being read: what was read may be older than the notification.
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
