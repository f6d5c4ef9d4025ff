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

export type SignInFlow = {
  state: string
  nonce: string
  codeVerifier: string
  returnTo: string
  /** This very sign-in was sent with `prompt=login` and `max_age=0`. */
  askedAnew: boolean
}
/** Our client credentials at the issuer, and whether it still recognises an ID token that it gave us. */
export type Client = { clientId: string; clientSecret: string; vouches(idToken: string): boolean }
export type SignedIn = { claims: openid.IDToken; idToken: string }

/** The OpenID Connect issuer as its client sees it: found when first needed, so that it may be this very process. */
export class Issuer {
  readonly #config: Config
  readonly #client: () => Client
  readonly #ownAddress: () => string
  #found: { as: Client; configuration: Promise<openid.Configuration> } | undefined

  /**
   * `client` answers the same object until it changes. `ownAddress`: where this process listens, for an embedded issuer
   * whose public URL may not be reachable from here.
   */
  constructor(config: Config, client: () => Client, ownAddress: () => string) {
    this.#config = config
    this.#client = client
    this.#ownAddress = ownAddress
  }

  get #redirectUri() {
    return new URL('/auth/callback', this.#config.publicUrl).href
  }

  async authorizationUrl(
    { state, nonce, codeVerifier, askedAnew }: SignInFlow,
    { uiLocales }: { uiLocales: string },
  ): Promise<URL> {
    return openid.buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: this.#redirectUri,
      scope: [...identityScopes, ...scopes].join(' '),
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ui_locales: uiLocales,
      ...(askedAnew && { prompt: 'login', max_age: '0' }),
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
      ...(idToken && this.#client().vouches(idToken) && { id_token_hint: idToken }),
    })
  }

  #configuration(): Promise<openid.Configuration> {
    const as = this.#client()
    if (this.#found?.as !== as) {
      const configuration = this.#discover(as).catch(error => {
        if (this.#found?.as === as) this.#found = undefined
        throw error
      })
      this.#found = { as, configuration }
    }
    return this.#found.configuration
  }

  async #discover({ clientId, clientSecret }: Client): Promise<openid.Configuration> {
    const issuer = new URL(this.#config.issuer)
    const configuration = await openid.discovery(issuer, clientId, clientSecret, undefined, {
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
