import { EncodedResponse } from './encoded-response.ts'

/** Answers made on demand, kept while there is room: the one not asked for the longest goes first. */
export class ResponseCache {
  readonly #most: number
  readonly #kept = new Map<string, EncodedResponse | Promise<EncodedResponse>>()
  #bytes = 0

  /** `most` in bytes, of all answers together. */
  constructor(most: number) {
    this.#most = most
  }

  /** The answer under the key, which names all that it depends on; `make` is asked when it is not kept. */
  get(key: string, make: () => Buffer): EncodedResponse | Promise<EncodedResponse> {
    const known = this.#kept.get(key)
    if (known) {
      this.#kept.delete(key)
      this.#kept.set(key, known)
      return known
    }
    const making = EncodedResponse.quick(make(), key).then(
      made => {
        this.#bytes += made.size
        this.#kept.set(key, made)
        this.#makeRoom()
        return made
      },
      error => {
        this.#kept.delete(key)
        throw error
      },
    )
    this.#kept.set(key, making)
    return making
  }

  #makeRoom() {
    for (const [key, kept] of this.#kept) {
      if (this.#bytes <= this.#most) return
      if (kept instanceof Promise) continue
      this.#kept.delete(key)
      this.#bytes -= kept.size
    }
  }
}
