import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type CookieAt, cookieIn, cookieLine } from './cookie.ts'
import { type Seal, seal, unseal } from './sealed.ts'

const name = '_known'
const days = 90
const seconds = days * 24 * 3600
const mostAccounts = 8

type Known = { id: string; accounts: string[] }

/**
 * The accounts that a browser has signed in to, sealed in its cookie. The cookie grants no access. It lets this
 * browser's attempts be counted separately, so that attempts of strangers do not lock it out.
 */
export class KnownBrowsers {
  readonly #seal: Seal
  readonly #at: CookieAt

  constructor(sealing: Seal, at: CookieAt) {
    this.#seal = sealing
    this.#at = at
  }

  /**
   * The key under which the browser's attempts on the account are counted; undefined if it has never signed in to the
   * account.
   */
  allowance(request: IncomingMessage, account: string | undefined): string | undefined {
    const known = this.#read(request)
    return account !== undefined && known?.accounts.includes(account) ? `${known.id} ${account}` : undefined
  }

  /**
   * The `Set-Cookie` header after a sign-in. `id`: a new key for counting, granted by an e-mailed link. It replaces the
   * previous key.
   */
  line(request: IncomingMessage, account: string, id?: string): string {
    const known = this.#read(request)
    const accounts = [account, ...(known?.accounts ?? []).filter(other => other !== account)].slice(0, mostAccounts)
    const kept: Known = { id: id ?? known?.id ?? randomBytes(12).toString('base64url'), accounts }
    return cookieLine(name, seal(this.#seal, 'known', kept, seconds), seconds, this.#at)
  }

  #read = (request: IncomingMessage) =>
    unseal(this.#seal, 'known', cookieIn(request, name, this.#at.secure)) as Known | undefined
}
