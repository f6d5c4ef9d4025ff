import { type JWTHeaderParameters, jwtVerify, SignJWT } from 'jose'
import type { KeyRing } from '../db/keys.ts'
import { Unauthorized } from '../http/client-errors.ts'

export const tokenSeconds = 600
/** The issuer named in our tokens. It can be the same in every installation, because their signing keys differ. */
const issuer = 'urn:finlist'
const audience = 'urn:finlist:api'
const remembered = 50_000

/** The claims of our access token. Times in ms. */
export type TokenClaims = {
  userId: number
  sessionId: string
  authTime: number
  commandLine: boolean
  expiresAt: number
}

/**
 * Issues and verifies the API's access tokens; verified tokens are cached until they expire. A token names its time of
 * issue by the product clock but expires by the machine's clock: moving a demo's clock forward ends sessions, but not
 * the tokens of sessions that are still live.
 */
export class Tokens {
  readonly #ring: () => KeyRing
  readonly #now: () => number
  readonly #realNow: () => number
  readonly #known = new Map<string, TokenClaims>()
  #knownUnder: KeyRing | undefined

  constructor(ring: () => KeyRing, now: () => number, realNow = now) {
    this.#ring = ring
    this.#now = now
    this.#realNow = realNow
  }

  async mint(claims: Omit<TokenClaims, 'expiresAt'>): Promise<string> {
    const { keyId, value } = this.#ring().signing
    const issuedAt = Math.floor(this.#now() / 1000)
    return await new SignJWT({
      sid: claims.sessionId,
      auth_time: Math.floor(claims.authTime / 1000),
      client_id: claims.commandLine ? 'command-line' : 'browser',
    })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: keyId })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(String(claims.userId))
      .setIssuedAt(issuedAt)
      .setExpirationTime(Math.floor(this.#realNow() / 1000) + tokenSeconds)
      .sign(Buffer.from(value, 'base64url'))
  }

  /** Returns the claims of `Authorization: Bearer …`; throws Unauthorized. Synchronous for a token seen before. */
  verify(authorization: string | undefined): TokenClaims | Promise<TokenClaims> {
    if (!authorization?.startsWith('Bearer ') || authorization.length > 2_000) throw new Unauthorized()
    this.#forgetWithKeys()
    const known = this.#known.get(authorization)
    if (known === undefined) return this.#verifyNew(authorization)
    if (known.expiresAt > this.#realNow()) return known
    this.#known.delete(authorization)
    throw new Unauthorized()
  }

  async #verifyNew(authorization: string): Promise<TokenClaims> {
    const { payload } = await jwtVerify(authorization.slice('Bearer '.length), header => this.#keyOf(header), {
      algorithms: ['HS256'],
      typ: 'at+jwt',
      issuer,
      audience,
      requiredClaims: ['sub', 'sid', 'auth_time', 'exp'],
      currentDate: new Date(this.#realNow()),
    }).catch(() => {
      throw new Unauthorized()
    })
    const claims: TokenClaims = {
      userId: Number(payload.sub),
      sessionId: String(payload['sid']),
      authTime: Number(payload['auth_time']) * 1000,
      commandLine: payload['client_id'] === 'command-line',
      expiresAt: payload.exp! * 1000,
    }
    if (this.#known.size >= remembered) this.#known.delete(this.#known.keys().next().value!)
    this.#known.set(authorization, claims)
    return claims
  }

  #keyOf({ kid }: JWTHeaderParameters): Uint8Array {
    const key = this.#ring().accepted.find(({ keyId }) => keyId === kid)
    if (key === undefined) throw new Unauthorized()
    return Buffer.from(key.value, 'base64url')
  }

  /** Drops cached tokens that were signed with a removed key. */
  #forgetWithKeys() {
    const ring = this.#ring()
    if (this.#knownUnder !== ring) this.#known.clear()
    this.#knownUnder = ring
  }
}
