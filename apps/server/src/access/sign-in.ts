import { randomBytes } from 'node:crypto'
import { isLanguage } from '@finlist/i18n/languages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IDToken } from 'openid-client'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Keys } from '../db/keys.ts'
import { Forbidden, Unauthorized } from '../http/client-errors.ts'
import { plainPage } from '../http/plain-page.ts'
import { languageOf, translate } from '../http/translate.ts'
import { startPath } from '../http/web-client.ts'
import { cookieNames, cookieOptions, flowSeconds, openFlow, sealFlow } from './cookies.ts'
import { findOrCreateUser } from './find-or-create-user.ts'
import type { Issuer, SignInFlow } from './issuer.ts'
import { returnPath } from './return-to.ts'
import type { Sessions } from './sessions.ts'
import { type Tokens, tokenSeconds } from './tokens.ts'

const neverAsked = 0

type Query = { returnTo?: string; fresh?: string; lang?: string; again?: string }

/**
 * The token-mediating backend: the provider's tokens stay here, the browser holds a session cookie that authorises
 * nothing but `POST /auth/token`, and our own short-lived token, in memory, authorises calls.
 */
export function serveSignIn(
  app: FastifyInstance,
  parts: {
    config: Config
    database: Database
    issuer: Issuer
    sessions: Sessions
    tokens: Tokens
    keys: Keys
    now: () => number
    /** The issuer's clock is the machine's. */
    realNow: () => number
  },
) {
  const { config, database, issuer, sessions, tokens, keys, now, realNow } = parts
  const names = cookieNames(config.publicUrl)
  const strict = cookieOptions(config.publicUrl, 'strict')
  const lax = cookieOptions(config.publicUrl, 'lax')

  app.get<{ Querystring: Query }>('/auth/login', async (request, reply) => {
    const { returnTo, fresh, lang, again } = firstOfEach(request.query)
    const random = () => randomBytes(32).toString('base64url')
    const askedAnew = fresh === 'yes' || request.cookies[names.signedOut] !== undefined || (await wasEnded(request))
    const flow: SignInFlow = {
      state: (again ? 'again.' : '') + random(),
      nonce: random(),
      codeVerifier: random(),
      returnTo: returnPath(returnTo, config.publicUrl),
      askedAnew,
    }
    const url = await issuer.authorizationUrl(flow, {
      uiLocales: isLanguage(lang) ? lang : languageOf(request.headers['accept-language']),
    })
    return reply
      .setCookie(names.signIn, await sealFlow(flow, keys.keyRing('sign-in-cookie')), { ...lax, maxAge: flowSeconds })
      .redirect(url.href, 303)
  })

  app.get<{ Querystring: { state?: string } }>('/auth/callback', async (request, reply) => {
    const flow = await openFlow(request.cookies[names.signIn], keys.keyRing('sign-in-cookie'))
    const { state } = firstOfEach(request.query)
    if (flow === undefined || flow.state !== state) {
      // The cookie is another tab's or gone. Restart the sign-in once; a browser without cookies must not loop.
      if (state?.startsWith('again.')) return await failed(request, reply)
      return reply.redirect(`/auth/login?again=yes&returnTo=${encodeURIComponent(flow?.returnTo ?? '/')}`, 303)
    }
    reply.clearCookie(names.signIn, lax)
    try {
      const signedIn = await issuer.exchange(new URL(request.url, config.publicUrl), flow)
      const before = await sessions.find(request.cookies[names.session])
      const { session, startPage } = await database.write(async tx => {
        const { userId, startPage } = await findOrCreateUser(tx, signedIn.claims, config, now())
        const session = await sessions.begin(tx, {
          userId,
          authTime: authTimeOf(signedIn.claims, flow, realNow()) + now() - realNow(),
          client: 'browser',
          idToken: signedIn.idToken,
          userAgent: request.headers['user-agent'],
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
      request.log.warn({ event: 'sign-in-failed', err: error, ip: request.ip }, 'a sign-in failed')
      return await failed(request, reply)
    }
  })

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

  // Answered, not redirected: our policy lets no form end at another origin, which the issuer may be.
  app.post('/auth/logout', fromOurPages, async (request, reply) => {
    const session = await sessions.find(request.cookies[names.session])
    if (session) {
      await sessions.end(session)
      request.log.info({ event: 'session-ended', user: session.userId, ip: request.ip }, 'signed out')
    }
    const next = await issuer.endSessionUrl(session?.idToken ?? null).catch(() => undefined)
    if (next === undefined) reply.setCookie(names.signedOut, 'yes', { ...lax, maxAge: flowSeconds })
    reply
      // Not cookies nor storage: they hold the device's key, and what a browser keeps for the next person who signs in.
      .header('clear-site-data', '"cache"')
      .clearCookie(names.session, strict)
    return { next: next?.href ?? '/' }
  })

  /** Our own provider ends its sessions with ours; an outside issuer would let the browser in again without a word. */
  async function wasEnded({ cookies }: FastifyRequest) {
    const cookie = cookies[names.session]
    return !config.embeddedIdentity && cookie !== undefined && (await sessions.find(cookie)) === undefined
  }

  function assertOwnOrigin({ headers }: FastifyRequest) {
    const site = headers['sec-fetch-site']
    const own = site === undefined ? headers.origin === config.publicUrl.origin : site === 'same-origin'
    if (!own || headers['x-requested-with'] !== 'finlist') throw new Forbidden('foreign-request')
  }

  function failed(request: FastifyRequest, reply: FastifyReply) {
    const language = languageOf(request.headers['accept-language'])
    return plainPage(reply.code(400), language, translate(language, 'sign-in-failed.title'), [
      { paragraph: translate(language, 'sign-in-failed.text') },
      { link: '/auth/login', text: translate(language, 'sign-in-failed.again') },
    ])
  }
}

/**
 * When the person last proved who they are, in ms. Without `auth_time` the issuer counts as having asked only where
 * this very sign-in requested it; an issuer whose clock is ahead of ours makes a sign-in no fresher.
 */
function authTimeOf({ auth_time, iat }: IDToken, { askedAnew }: SignInFlow, now: number): number {
  if (auth_time === undefined && !askedAnew) return neverAsked
  return Math.min((auth_time ?? iat) * 1_000, now)
}

/** A parameter given twice counts once. */
const firstOfEach = <T extends object>(query: T): T =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value])) as T
