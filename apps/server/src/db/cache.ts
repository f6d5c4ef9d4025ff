import type { ChangeFeed } from './change-feed.ts'

type Options<K, V> = {
  changes: ChangeFeed
  /** How many values at most; the oldest goes first. */
  maxEntries: number
  load: (key: K) => Promise<V>
  /** Whether a notification (its words) makes the value of the key stale. */
  invalidatedBy: (words: string[], key: K) => boolean
}

/**
 * Values of the database that this process keeps in memory. A notification of the change feed invalidates them; while
 * the feed is down nothing is kept and every look-up reads the database, so that no stale value is answered. Missing
 * values are not kept.
 */
export class Cache<K, V> {
  readonly #options: Options<K, V>
  readonly #known = new Map<K, V>()
  readonly #loading = new Map<K, Promise<V>>()

  constructor(options: Options<K, V>) {
    this.#options = options
    options.changes.on(words => {
      for (const kept of [this.#known, this.#loading])
        for (const key of kept.keys()) if (options.invalidatedBy(words, key)) kept.delete(key)
    })
    options.changes.onReconnect(() => {
      this.#known.clear()
      this.#loading.clear()
    })
  }

  get(key: K): V | Promise<V> {
    if (!this.#options.changes.alive) return this.#options.load(key)
    return this.#known.get(key) ?? this.#loading.get(key) ?? this.#load(key)
  }

  /** Drops a value that became stale with time. */
  forget(key: K) {
    this.#known.delete(key)
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
