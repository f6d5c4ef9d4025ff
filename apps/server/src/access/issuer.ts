import * as openid from 'openid-client'
import type { Config } from '../config.ts'

export const scopes = [
  'finlist',
  'finlist_hk',
  'finlist_us',
  'finlist_jp',
  'finlist_cn',
  'finlist_tw',
  'finder',
  'finder_hk',
  'market_trend',
  'market_trend_hk',
  'market_trend_us',
  'market_trend_jp',
  'market_trend_cn',
  'market_trend_tw',
  'education',
  'sunday_club',
  'paid',
  'beta_access',
  'market_movers',
  'market_movers_hk',
  'affiliate',
  'staff',
  'admin',
]
const identityScopes = ['openid', 'email', 'profile', 'phone']

export type SignInFlow = { state: string; nonce: string; codeVerifier: string; returnTo: string }
export type SignedIn = { claims: openid.IDToken; idToken: string }

/** The OpenID Connect issuer as its client sees it: found when first needed, so that it may be this very process. */
export class Issuer {
  readonly #config: Config
  readonly #clientId: string
  readonly #secret: string
  readonly #ownAddress: () => string
  #found: Promise<openid.Configuration> | undefined

  /** `ownAddress`: where this process listens, for an embedded issuer whose public URL may not be reachable from here. */
  constructor(config: Config, client: { clientId: string; clientSecret: string }, ownAddress: () => string) {
    this.#config = config
    this.#clientId = client.clientId
    this.#secret = client.clientSecret
    this.#ownAddress = ownAddress
  }

  get #redirectUri() {
    return new URL('/auth/callback', this.#config.publicUrl).href
  }

  async authorizationUrl(
    { state, nonce, codeVerifier }: SignInFlow,
    { prompt, uiLocales }: { prompt?: 'login'; uiLocales: string },
  ): Promise<URL> {
    return openid.buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: this.#redirectUri,
      scope: [...identityScopes, ...scopes].join(' '),
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ui_locales: uiLocales,
      ...(prompt && { prompt, max_age: '0' }),
    })
  }

  /** Exchanges the code that came back with `callbackUrl`; the ID token is verified against the issuer's keys. */
  async exchange(callbackUrl: URL, { state, nonce, codeVerifier }: SignInFlow): Promise<SignedIn> {
    const answer = await openid.authorizationCodeGrant(await this.#configuration(), callbackUrl, {
      pkceCodeVerifier: codeVerifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    return { claims: answer.claims()!, idToken: answer.id_token! }
  }

  /** Where signing out continues, or undefined when the issuer has no such page. */
  async endSessionUrl(idToken: string | null): Promise<URL | undefined> {
    const configuration = await this.#configuration()
    if (!configuration.serverMetadata().end_session_endpoint) return undefined
    return openid.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: new URL('/', this.#config.publicUrl).href,
      ...(idToken && { id_token_hint: idToken }),
    })
  }

  #configuration(): Promise<openid.Configuration> {
    this.#found ??= this.#discover().catch(error => {
      this.#found = undefined
      throw error
    })
    return this.#found
  }

  async #discover(): Promise<openid.Configuration> {
    const issuer = new URL(this.#config.issuer)
    const configuration = await openid.discovery(issuer, this.#clientId, this.#secret, undefined, {
      timeout: 10,
      execute: [
        openid.enableNonRepudiationChecks,
        ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
      ],
      ...(this.#config.embeddedIdentity && { [openid.customFetch]: this.#fetchOwn }),
    })
    return configuration
  }

  readonly #fetchOwn: openid.CustomFetch = async (url, options) => {
    const { pathname, search } = new URL(url)
    return await fetch(this.#ownAddress() + pathname + search, options as RequestInit)
  }
}
