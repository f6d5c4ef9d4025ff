import { LRUCache } from 'lru-cache'
import { EncodedResponse } from './encoded-response.ts'

/** LRU cache of responses made on demand, bounded by size. */
export class ResponseCache {
  readonly #kept: LRUCache<string, EncodedResponse>
  readonly #making = new Map<string, Promise<EncodedResponse>>()

  /** `most` in bytes, of all answers together. */
  constructor(most: number) {
    this.#kept = new LRUCache({ maxSize: most, sizeCalculation: ({ size }) => size })
  }

  /**
   * Returns the answer under the key, which names everything that it depends on; `make` is called when it is not
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
