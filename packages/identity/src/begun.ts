import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AdapterPayload, errors } from 'oidc-provider'
import { cookieIn, cookieLine } from './cookie.ts'
import { type Seal, seal, unseal } from './sealed.ts'

const name = '_begun'
/**
 * The maximum length of the cookie's value. Browsers allow 4,096 bytes per cookie, including name and path, and many
 * proxies allow no more than that for all headers together.
 */
const longest = 3_700

/** Reads and stores unfinished sign-ins in the browser of the current request. */
type Keeper = {
  unsealed: (id: string) => AdapterPayload | undefined
  keep: (id: string, payload: AdapterPayload, seconds: number) => void
}
const keeper = new AsyncLocalStorage<Keeper>()

/**
 * Keeps an unfinished sign-in in a sealed browser cookie until it has a result. Anyone can start a sign-in, so starting
 * one must not store a row here. The path of the cookie covers only the pages of that sign-in. Returning to the client
 * requires a result, which is stored as a row.
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

  /** Runs `work`, the part of this request that may read or start a sign-in. */
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

  /** The `Set-Cookie` header that deletes the cookie of a sign-in. */
  ended = (id: string): string => this.#line(id, '', 0)

  #line(id: string, value: string, seconds: number) {
    return cookieLine(name, value, seconds, { path: `${this.#path}/interaction/${id}`, secure: this.#secure })
  }
}

/** The sign-in from the cookie of the current request. */
export const unsealedInteraction = (id: string) => keeper.getStore()?.unsealed(id)

/** Stores the sign-in in the browser's cookie. Returns false if there is no current request that could set one. */
export function keepInteraction(id: string, payload: AdapterPayload, seconds: number): boolean {
  keeper.getStore()?.keep(id, payload, seconds)
  return keeper.getStore() !== undefined
}
