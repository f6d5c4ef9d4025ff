import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AdapterPayload, errors } from 'oidc-provider'
import { cookieIn, cookieLine } from './cookie.ts'
import { type Seal, seal, unseal } from './sealed.ts'

const name = '_begun'
/** Browsers allow 4,096 bytes per cookie including name and path, and many proxies allow as much for all headers. */
const longest = 3_700

/** Stores an unfinished sign-in in the browser of the current request. */
type Keeper = {
  unsealed: (id: string) => AdapterPayload | undefined
  keep: (id: string, payload: AdapterPayload, seconds: number) => void
}
const keeper = new AsyncLocalStorage<Keeper>()

/**
 * Keeps an unfinished sign-in in a sealed browser cookie until it has a result, so that starting one, which anyone can
 * do, stores no row here. The cookie's path covers only the pages of that sign-in; returning to the client requires a
 * result, which is a row.
 */
export class Begun {
  readonly #seal: Seal
  readonly #secure: boolean
  readonly #path: string

  constructor(sealing: Seal, { path, secure }: { path: string; secure: boolean }) {
    this.#seal = sealing
    this.#secure = secure
    this.#path = path
  }

  /** Runs the part of this request that may read or begin a sign-in. */
  during<T>(request: IncomingMessage, response: Pick<ServerResponse, 'appendHeader'>, work: () => T): T {
    return keeper.run(
      {
        unsealed: id => {
          const kept = unseal(this.#seal, 'begun', cookieIn(request, name, this.#secure)) as AdapterPayload | undefined
          return kept?.jti === id ? kept : undefined
        },
        keep: (id, payload, seconds) => {
          const text = seal(this.#seal, 'begun', payload, seconds)
          if (text.length > longest) throw new errors.InvalidRequest('the request is too long')
          response.appendHeader('set-cookie', this.#line(id, text, seconds))
        },
      },
      work,
    )
  }

  /** The `Set-Cookie` line that deletes a sign-in's cookie. */
  ended = (id: string): string => this.#line(id, '', 0)

  #line(id: string, value: string, seconds: number) {
    return cookieLine(name, value, seconds, { path: `${this.#path}/interaction/${id}`, secure: this.#secure })
  }
}

/** The sign-in from the cookie of the current request. */
export const unsealedInteraction = (id: string) => keeper.getStore()?.unsealed(id)

/** Stores the sign-in in the browser's cookie; false when no current request can set one. */
export function keepInteraction(id: string, payload: AdapterPayload, seconds: number): boolean {
  keeper.getStore()?.keep(id, payload, seconds)
  return keeper.getStore() !== undefined
}
