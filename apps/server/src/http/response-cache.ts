import { LRUCache } from 'lru-cache'
import { EncodedResponse } from './encoded-response.ts'

/** What an entry takes besides its key and its answer, in bytes. */
const entryBytes = 400

/** LRU cache of responses made on demand, bounded by size. */
export class ResponseCache {
  readonly #kept: LRUCache<string, EncodedResponse>
  readonly #making = new Map<string, Promise<EncodedResponse>>()

  /** `most` in bytes, of all answers together with their keys: a caller may choose a long key for a short answer. */
  constructor(most: number) {
    this.#kept = new LRUCache({ maxSize: most, sizeCalculation: ({ size }, key) => size + 2 * key.length + entryBytes })
  }

  /**
   * Returns the response for the key, which must name everything that it depends on; `make` is called if it is not
   * cached.
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
