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

/**
 * The scopes requested at sign-in: the operator's setting or the default. Nothing depends on which ones are granted.
 */
export const askedScopes = ({ OIDC_SCOPES }: Pick<Config, 'OIDC_SCOPES'>): string =>
  OIDC_SCOPES || [...identityScopes, ...scopes].join(' ')

/**
 * Whether the client secret is sent in the header. Most issuers want it in the form, so the header is used only if the
 * issuer does not offer the form.
 */
export const isSecretInHeader = (methods: readonly unknown[] | undefined): boolean =>
  methods?.includes('client_secret_basic') === true && !methods.includes('client_secret_post')

export const redirectUri = ({ publicUrl }: Pick<Config, 'publicUrl'>) => new URL('/auth/callback', publicUrl).href

export type SignInFlow = {
  state: string
  nonce: string
  codeVerifier: string
  returnTo: string
  /** Whether this sign-in was sent with `prompt=login` and `max_age=0`. */
  askedAnew: boolean
}
/** Our client credentials at the issuer. `vouches`: whether the issuer still accepts an ID token that it issued. */
export type Client = { clientId: string; clientSecret: string; vouches(idToken: string): boolean }
export type SignedIn = { claims: openid.IDToken; idToken: string }

/**
 * Client of the OpenID Connect issuer. Reads the issuer's metadata on first use, because the issuer may be this
 * process.
 */
export class Issuer {
  readonly #config: Config
  readonly #client: () => Client
  readonly #ownAddress: () => string
  #found: { as: Client; configuration: Promise<openid.Configuration> } | undefined

  /**
   * `client` returns the same object until the credentials change. `ownAddress` is where this process listens. It is
   * used for an embedded issuer, whose public URL may not be reachable from this machine.
   */
  constructor(config: Config, client: () => Client, ownAddress: () => string) {
    this.#config = config
    this.#client = client
    this.#ownAddress = ownAddress
  }

  async authorizationUrl(
    { state, nonce, codeVerifier, askedAnew }: SignInFlow,
    { uiLocales, isNew = false }: { uiLocales: string; isNew?: boolean },
  ): Promise<URL> {
    const configuration = await this.#configuration()
    // Pushes the authorization request if the issuer supports it: the browser then carries only a reference and cannot
    // change the request.
    const isPushed = configuration.serverMetadata().pushed_authorization_request_endpoint !== undefined
    const build = isPushed ? openid.buildAuthorizationUrlWithPAR : openid.buildAuthorizationUrl
    return await build(configuration, {
      redirect_uri: redirectUri(this.#config),
      scope: askedScopes(this.#config),
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ui_locales: uiLocales,
      ...(askedAnew && { prompt: 'login', max_age: '0' }),
      // Issuers without such a page ignore the hint.
      ...(isNew && { screen_hint: 'signup' }),
    })
  }

  /** Exchanges the code in `callbackUrl` for tokens; the ID token is verified with the issuer's keys. */
  async exchange(callbackUrl: URL, { state, nonce, codeVerifier }: SignInFlow): Promise<SignedIn> {
    const answer = await openid.authorizationCodeGrant(await this.#configuration(), callbackUrl, {
      pkceCodeVerifier: codeVerifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    return { claims: answer.claims()!, idToken: answer.id_token! }
  }

  /** The form that signs the user out at the issuer; undefined if the issuer has no such page. */
  async endSessionForm(
    idToken: string | null,
  ): Promise<{ action: string; fields: Record<string, string> } | undefined> {
    const configuration = await this.#configuration()
    if (!configuration.serverMetadata().end_session_endpoint) return undefined
    const { origin, pathname, searchParams } = openid.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: new URL('/', this.#config.publicUrl).href,
      ...(idToken && this.#client().vouches(idToken) && { id_token_hint: idToken }),
    })
    return { action: origin + pathname, fields: Object.fromEntries(searchParams) }
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
    const [inForm, inHeader] = [openid.ClientSecretPost(clientSecret), openid.ClientSecretBasic(clientSecret)]
    const authentication: openid.ClientAuth = (as, ...asked) =>
      (isSecretInHeader(as.token_endpoint_auth_methods_supported) ? inHeader : inForm)(as, ...asked)
    const configuration = await openid.discovery(issuer, clientId, clientSecret, authentication, {
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
