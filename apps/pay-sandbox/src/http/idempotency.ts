import { createHash } from 'node:crypto'
import { ApiError, type Form, type FormValue } from '../route.ts'
import type { Row, Store } from '../store.ts'

const keptMs = 24 * 3_600_000
const mostKept = 100_000
const mostKeyChars = 255
const kind = '_idempotency'

export type Outcome = { status: number; body: string; requestId: string }
type Kept = Row & Outcome & { asked: string; atMs: number }

/**
 * Responses by Idempotency-Key. They are saved with the changes of their requests and kept for 24 hours, by the
 * machine's clock.
 */
export class Idempotency {
  readonly #now: () => number
  readonly #running = new Set<string>()

  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Returns the saved response. Without one, returns undefined; the caller must then do the work and call `end`. Throws
   * if the key is in use, or was used for a different request.
   */
  begin(store: Store, key: string, asked: string): Outcome | undefined {
    if (key.length > mostKeyChars)
      throw new ApiError(400, {
        type: 'invalid_request_error',
        message: `Idempotency keys may be at most ${mostKeyChars} characters long.`,
      })
    if (this.#running.has(key))
      throw new ApiError(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message:
          'There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through). Please try again later.',
      })
    const kept = store.find<Kept>(kind, key)
    if (kept && kept.atMs > this.#now() - keptMs) {
      if (kept.asked === asked) return kept
      throw new ApiError(400, {
        type: 'idempotency_error',
        message:
          'Keys for idempotent requests can only be used with the same parameters they were first used with. Try using another key if you meant to execute a different request.',
      })
    }
    this.#running.add(key)
    return undefined
  }

  /** Saves the response. Must be called within a change. */
  keep(store: Store, key: string, asked: string, { status, body, requestId }: Outcome): void {
    // The row is removed first, so that it moves to the end and the oldest rows stay at the front.
    if (store.find(kind, key)) store.remove(kind, key)
    store.put<Kept>(kind, { id: key, asked, status, body, requestId, atMs: this.#now() })
  }

  end(key: string): void {
    this.#running.delete(key)
  }

  /** Deletes responses older than 24 hours, and the oldest beyond 100,000. Must be called within a change. */
  forget(store: Store): void {
    const rows = store.all<Kept>(kind)
    const old = this.#now() - keptMs
    for (const [at, { id, atMs }] of rows.entries()) {
      if (atMs > old && at >= rows.length - mostKept) return
      store.remove(kind, id)
    }
  }
}

/** A hash that is the same for the same method, path and parameters, whatever the order of the parameters. */
export function fingerprint(method: string, path: string, form: Form): string {
  return createHash('sha256')
    .update(JSON.stringify([method, path, sorted(form)]))
    .digest('base64url')
}

function sorted(value: FormValue): unknown {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(sorted)
  return Object.entries(value)
    .map(([name, inner]) => [name, sorted(inner)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}
