import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { type Configuration, errors, interactionPolicy, Provider, type SigningAlgorithm } from 'oidc-provider'
import { accountBySubject } from './accounts.ts'
import type { IdentityOptions, ProviderKeys } from './options.ts'
import { notice, type Page } from './pages/layout.ts'
import { goOnPage, signedOutPage, signOutPage } from './pages/sign-out.ts'
import { providerRows } from './provider-rows.ts'
import { type MadeProvider, pageFor } from './realm.ts'
import { lacksSecondFactor } from './second-factor.ts'

const day = 24 * 60 * 60

/** The claim in an ID token that identifies the provider's session, for `endSession`. */
export const sessionClaim = 'provider_session'

/** Request parameter with which a client asks, as a hint, for the page to create an account (`signup`). */
const signUpHint = 'screen_hint'

type Context = { req: IncomingMessage; oidc?: { params?: { ui_locales?: unknown } | undefined } }
type Place = { path: string; home: string; log: FastifyBaseLogger }

export function makeProvider(options: IdentityOptions, keys: ProviderKeys, place: Place): MadeProvider {
  const { pool, client, audience, scopes, issuer } = options
  const policy = interactionPolicy.base()
  policy.remove('consent')
  policy
    .get('login')!
    .checks.add(
      new interactionPolicy.Check('second_factor', 'a second factor is asked for', async ({ oidc: { session } }) =>
        session?.accountId ? await lacksSecondFactor(options, session.accountId, session.amr ?? []) : false,
      ),
    )

  const page = (ctx: Context): Page =>
    pageFor({ options, ...place }, ctx.req, hereOf(ctx.req), { uiLocales: ctx.oidc?.params?.ui_locales })

  // Not __Host-, because that requires the path /, and these cookies have the provider's path.
  const prefix = issuer.startsWith('https:') ? '__Secure-' : ''

  const configuration: Configuration = {
    adapter: providerRows(pool),
    jwks: { keys: keys.signing },
    cookies: {
      keys: keys.cookies,
      names: {
        session: `${prefix}_session`,
        interaction: `${prefix}_interaction`,
        resume: `${prefix}_interaction_resume`,
      },
      long: { signed: true, sameSite: 'lax', httpOnly: true, path: place.path },
      short: { signed: true, sameSite: 'lax', httpOnly: true },
    },
    clients: [
      {
        client_id: keys.clientId,
        client_secret: keys.clientSecret,
        redirect_uris: client.redirectUris,
        post_logout_redirect_uris: client.postLogoutRedirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        require_auth_time: true,
        id_token_signed_response_alg: keys.signing[0]!.alg as SigningAlgorithm,
      },
    ],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    responseTypes: ['code'],
    // The API's scopes are only listed in the resource server's info. If they were listed here too, they would always
    // require consent.
    scopes: ['openid'],
    claims: {
      openid: ['sub', 'amr', 'auth_time', sessionClaim],
      email: ['email', 'email_verified'],
      phone: ['phone_number', 'phone_number_verified'],
      profile: ['name'],
    },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: () => false,
    discovery: { ui_locales_supported: ['en', 'zh-Hant-HK'] },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 3600,
      Session: 14 * day,
      Grant: 14 * day,
    },
    extraParams: [signUpHint],
    interactions: {
      policy,
      url: (_ctx, { uid, params, prompt }) =>
        `${place.path}/interaction/${uid}${params[signUpHint] === 'signup' && prompt.name === 'login' ? '/create' : ''}`,
    },
    async findAccount(_ctx, subject, token) {
      const account = await accountBySubject(pool, subject)
      if (!account) return undefined
      return {
        accountId: subject,
        claims: async () => ({
          sub: subject,
          [sessionClaim]: token && 'sessionUid' in token ? token.sessionUid : undefined,
          email: account.email,
          email_verified: account.emailVerified,
          ...(account.name === null ? {} : { name: account.name }),
          ...(account.phone === null
            ? {}
            : { phone_number: account.phone, phone_number_verified: account.phoneVerified }),
        }),
      }
    },
    /** Grants everything without asking for consent, because the only client is our own. */
    async loadExistingGrant(ctx) {
      const { provider, session, client: asking } = ctx.oidc
      const clientId = asking?.clientId
      const accountId = session?.accountId
      if (!clientId || !accountId) return undefined
      const known = session.grantIdFor(clientId)
      const found = known ? await provider.Grant.find(known) : undefined
      const grant = found?.accountId === accountId ? found : new provider.Grant({ clientId, accountId })
      grant.addOIDCScope('openid email phone profile')
      grant.addResourceScope(audience, scopes.join(' '))
      await grant.save()
      return grant
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      userinfo: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource(ctx, form) {
          ctx.body = signOutPage(page(ctx), form, ctx.oidc.entities.IdTokenHint !== undefined)
        },
        postLogoutSuccessSource(ctx) {
          ctx.body = signedOutPage(page(ctx))
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo(_ctx, resource) {
          if (resource !== audience) throw new errors.InvalidTarget()
          return { scope: scopes.join(' '), audience, accessTokenFormat: 'opaque', accessTokenTTL: 600 }
        },
      },
    },
    renderError(ctx, out, error) {
      const gone = error instanceof errors.SessionNotFound
      ctx.type = 'html'
      ctx.body = gone
        ? notice(page(ctx), 'gone.title', 'gone.text')
        : notice(page(ctx), 'stopped.title', 'stopped.text', out.error)
    },
  }

  const provider = new Provider(issuer, configuration)
  provider.proxy = true
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.status === 404 && (ctx.body === undefined || ctx.body === null) && ctx.accepts('html')) {
      ctx.type = 'html'
      ctx.body = notice(page(ctx), 'missing.title', 'missing.text')
      ctx.status = 404
    }
    if (typeof ctx.body !== 'string' || !ctx.body.includes('<title>Submitting Callback</title>')) return
    const ours = goOnPage(page(ctx), ctx.body)
    if (ours !== undefined) ctx.body = ours
  })
  provider.on('authorization.error', (_ctx, error) => place.log.info({ reason: reasonOf(error) }, 'identity: refused'))
  provider.on('grant.error', (_ctx, error) => place.log.info({ reason: reasonOf(error) }, 'identity: code refused'))
  provider.on('end_session.error', (_ctx, error) =>
    place.log.info({ reason: reasonOf(error) }, 'identity: logout refused'),
  )
  provider.on('server_error', (_ctx, error) => place.log.error({ err: error }, 'identity: failed'))
  return { keys, provider, handle: provider.callback() }
}

/**
 * The path of the current page relative to the issuer's, for the language switch. A response to a form has no such
 * page, so the switch then leads to /account.
 */
const hereOf = (request: IncomingMessage) =>
  request.method === 'GET' ? (request.url ?? '').replace(/(?<=[?&])lang=(?:en|zh)(?:&|$)/g, '') : '/account'

const reasonOf = (error: Error) => {
  const detail: unknown = Reflect.get(error, 'error_description')
  return typeof detail === 'string' ? `${error.message}: ${detail}` : error.message
}
