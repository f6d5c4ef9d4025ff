import { LRUCache } from 'lru-cache'
import { EncodedResponse } from './encoded-response.ts'

/** Overhead of an entry in bytes, in addition to its key and response. */
const entryBytes = 400

/** Size-bounded LRU cache of responses made on demand. */
export class ResponseCache {
  readonly #kept: LRUCache<string, EncodedResponse>
  readonly #making = new Map<string, Promise<EncodedResponse>>()

  /**
   * `most` is the maximum size of the cache in bytes. Keys count too, because a caller may choose a long key for a
   * short response.
   */
  constructor(most: number) {
    this.#kept = new LRUCache({ maxSize: most, sizeCalculation: ({ size }, key) => size + 2 * key.length + entryBytes })
  }

  /**
   * Returns the response for the key, calling `make` if it is not cached. The key must name everything that the
   * response depends on.
   */
  get(key: string, make: () => Buffer): EncodedResponse | Promise<EncodedResponse> {
    return this.#kept.get(key) ?? this.#making.get(key) ?? this.#make(key, make)
  }

  async #make(key: string, make: () => Buffer): Promise<EncodedResponse> {
    const making = EncodedResponse.quick(make(), key)
    this.#making.set(key, making)
    try {
      const made = await making
      this.#kept.set(key, made)
      return made
    } finally {
      this.#making.delete(key)
    }
  }
}
