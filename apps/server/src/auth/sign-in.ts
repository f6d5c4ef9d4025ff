import { randomBytes } from 'node:crypto'
import { freshMinutes } from '@finlist/contract/call'
import { isLanguage, type Language } from '@finlist/i18n/languages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IDToken } from 'openid-client'
import type { Database } from '../db/database.ts'
import { Forbidden, Unauthorized } from '../http/client-errors.ts'
import { plainPage } from '../http/plain-page.ts'
import { languageOf, translate } from '../http/translate.ts'
import { startPath } from '../http/web-client.ts'
import { cookieNames, cookieOptions, flowSeconds, openCookie, sealCookie } from './cookies.ts'
import { findOrCreateUser } from './find-or-create-user.ts'
import type { SignInFlow } from './issuer.ts'
import { returnPath } from './return-to.ts'
import { neverAsked } from './sessions.ts'
import { type SignInFault, signInFault } from './sign-in-fault.ts'
import { type SignOutParts, serveSignOut } from './sign-out-here.ts'
import { type Tokens, tokenSeconds } from './tokens.ts'

type Query = { returnTo?: string; fresh?: string; lang?: string; again?: string; create?: string }

/** Maximum number of concurrent sign-ins per browser. Beginning one more discards all earlier ones. */
const mostSignIns = 6

/**
 * Token-mediating backend: the provider's tokens stay on the server. The browser has two things: a session cookie,
 * which only `POST /auth/token` accepts, and our own short-lived access token, which it keeps in memory and sends with
 * all other calls.
 */
export function serveSignIn(
  app: FastifyInstance,
  parts: SignOutParts & {
    database: Database
    tokens: Tokens
    placeOf: (ip: string) => string
    now: () => number
    /** The machine's clock, to compare with the issuer's times. */
    realNow: () => number
  },
) {
  const { config, database, issuer, sessions, tokens, keys, now, realNow } = parts
  const names = cookieNames(config.publicUrl)
  const strict = cookieOptions(config.publicUrl, 'strict')
  const lax = cookieOptions(config.publicUrl, 'lax')

  app.get<{ Querystring: Query }>('/auth/login', async (request, reply) => {
    const { returnTo, fresh, lang, again, create } = firstOfEach(request.query)
    const random = () => randomBytes(32).toString('base64url')
    const askedAnew = fresh === 'yes' || request.cookies[names.signedOut] !== undefined || (await wasEnded(request))
    const flow: SignInFlow = {
      state: (again ? 'again.' : '') + random(),
      nonce: random(),
      codeVerifier: random(),
      returnTo: returnPath(returnTo, config.publicUrl),
      askedAnew,
    }
    const uiLocales = isLanguage(lang) ? lang : languageOf(request.headers['accept-language'])
    let url: URL
    try {
      url = await issuer.authorizationUrl(flow, { uiLocales, isNew: create === 'yes' })
    } catch (error) {
      return await failed(request, reply, signInFault(error), uiLocales)
    }
    const others = Object.keys(request.cookies).filter(name => name.startsWith(names.signIn))
    if (others.length >= mostSignIns) for (const name of others) reply.clearCookie(name, lax)
    return reply
      .setCookie(cookieOf(flow.state), await sealCookie(flow, keys.keyRing('sign-in-cookie')), {
        ...lax,
        maxAge: flowSeconds,
      })
      .redirect(url.href, 303)
  })

  app.get<{ Querystring: { state?: string } }>('/auth/callback', async (request, reply) => {
    const { state = '' } = firstOfEach(request.query)
    const flow = await openCookie<SignInFlow>(request.cookies[cookieOf(state)], keys.keyRing('sign-in-cookie'))
    if (flow === undefined || flow.state !== state) {
      // The cookie has expired. Restart the sign-in once only, or a browser without cookies would loop.
      if (state.startsWith('again.'))
        return await failed(request, reply, { because: 'unfinished', cause: 'the cookie of this sign-in is not there' })
      return reply.redirect('/auth/login?again=yes&returnTo=%2F', 303)
    }
    reply.clearCookie(cookieOf(state), lax)
    try {
      const signedIn = await issuer.exchange(new URL(request.url, config.publicUrl), flow)
      const authTime = authTimeOf(signedIn.claims, realNow())
      if (flow.askedAnew && realNow() - authTime > freshMinutes * 60_000)
        request.log.warn(
          { event: 'sign-in-not-fresh', claims: signedIn.claims.auth_time === undefined ? 'no auth_time' : 'old' },
          'the issuer was asked for a fresh sign-in and did not prove one: see OIDC_ISSUER in docs/operate/settings.md',
        )
      const before = await sessions.find(request.cookies[names.session])
      const { session, startPage } = await database.write(async tx => {
        const { userId, startPage } = await findOrCreateUser(tx, signedIn.claims, config, now())
        const session = await sessions.begin(tx, {
          userId,
          authTime: authTime === neverAsked ? neverAsked : authTime + now() - realNow(),
          client: 'browser',
          idToken: signedIn.idToken,
          userAgent: request.headers['user-agent'],
          place: parts.placeOf(request.ip),
        })
        return { session, startPage }
      })
      if (before) await sessions.end(before)
      request.log.info({ event: 'session-begun', user: session.userId, ip: request.ip }, 'a session began')
      return reply
        .setCookie(names.session, session.cookie, { ...strict, maxAge: 30 * 86_400 })
        .clearCookie(names.signedOut, lax)
        .redirect(
          flow.returnTo === startPath ? returnPath(startPage ?? startPath, config.publicUrl) : flow.returnTo,
          303,
        )
    } catch (error) {
      return await failed(request, reply, signInFault(error))
    }
  })

  /** Each sign-in in progress has its own cookie, so that two tabs do not overwrite each other. */
  const cookieOf = (state: string) =>
    `${names.signIn}-${state
      .replace('again.', '')
      .replace(/[^\w-]/g, '')
      .slice(0, 8)}`

  /** The bodies of these requests are not read. */
  const fromOurPages = {
    bodyLimit: 1_024,
    onRequest(request: FastifyRequest, _: FastifyReply, done: () => void) {
      assertOwnOrigin(request)
      done()
    },
  }

  app.post('/auth/token', fromOurPages, async request => {
    const session = await sessions.find(request.cookies[names.session])
    if (!session) throw new Unauthorized()
    const accessToken = await tokens.mint({ ...session, commandLine: false })
    return { accessToken, expiresInSeconds: tokenSeconds, userId: session.userId }
  })

  serveSignOut(app, parts, { fromOurPages })

  /**
   * Whether this browser's session here has ended while its session at an external issuer may still be alive. The user
   * must then enter credentials again, or the issuer would silently sign the browser in. Sessions at our own provider
   * end together with ours.
   */
  async function wasEnded({ cookies }: FastifyRequest) {
    const cookie = cookies[names.session]
    return !config.embeddedIdentity && cookie !== undefined && (await sessions.find(cookie)) === undefined
  }

  function assertOwnOrigin({ headers }: FastifyRequest) {
    const site = headers['sec-fetch-site']
    const own = site === undefined ? headers.origin === config.publicUrl.origin : site === 'same-origin'
    if (!own || headers['x-requested-with'] !== 'finlist') throw new Forbidden('foreign-request')
  }

  /** Shows the user what they can do, and logs what the operator can do. */
  function failed(
    request: FastifyRequest,
    reply: FastifyReply,
    { because, cause }: SignInFault,
    language: Language = languageOf(request.headers['accept-language']),
  ) {
    const isOurs = because !== 'unfinished'
    const details = { event: 'sign-in-failed', because, cause, ip: request.ip }
    request.log[isOurs ? 'error' : 'warn'](details, `a sign-in failed: ${cause}`)
    const say = (word: 'title' | 'text') =>
      translate(language, `${isOurs ? 'sign-in-down' : 'sign-in-failed'}.${word}` as const)
    return plainPage(reply.code(isOurs ? 503 : 400), language, say('title'), [
      { paragraph: say('text') },
      ...(isOurs && config.SERVICE_EMAIL
        ? [{ link: `mailto:${config.SERVICE_EMAIL}`, text: config.SERVICE_EMAIL }]
        : []),
      { link: '/auth/login', text: translate(language, 'sign-in-failed.again') },
    ])
  }
}

/**
 * The time, in ms, at which the user last entered credentials at the issuer; `neverAsked` if the issuer does not report
 * it, even if `max_age=0` was requested, because the browser may have altered the request. At most the current time, in
 * case the issuer's clock is ahead.
 */
function authTimeOf({ auth_time }: IDToken, now: number): number {
  return auth_time === undefined ? neverAsked : Math.min(auth_time * 1_000, now)
}

/** The first value of each repeated query parameter. */
const firstOfEach = <T extends object>(query: T): T =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value])) as T
