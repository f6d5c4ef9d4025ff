import formbody from '@fastify/formbody'
import { type Language } from '@finlist/i18n/languages'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { JWK } from 'oidc-provider'
import type pg from 'pg'
import { Begun } from './begun.ts'
import { passkeyDomain } from './ceremony.ts'
import { Hashing } from './hashing.ts'
import { KnownBrowsers } from './known-browser.ts'
import { languageCookie, switched } from './language.ts'
import { limits } from './limits.ts'
import { guardHeaders, guardPages } from './page-guard.ts'
import { assets } from './pages/assets.ts'
import { sendCompressed } from './pages/compressed.ts'
import type { PasswordCost } from './password.ts'
import { mountProvider } from './protocol.ts'
import { type MadeProvider, makeProvider } from './provider.ts'
import { purge } from './purge.ts'
import type { Realm } from './realm.ts'
import type { Seal } from './sealed.ts'
import { accountSteps } from './steps/account.ts'
import { codeSteps } from './steps/code.ts'
import { inPath } from './steps/form.ts'
import { openSteps } from './steps/open.ts'
import { passkeySteps } from './steps/passkey.ts'
import { secondSteps } from './steps/second-step.ts'
import { signInSteps } from './steps/sign-in.ts'

export type IdentityMessage = {
  channel: 'email' | 'sms'
  /** An e-mail address or an E.164 number. */
  to: string
  language: Language
  /**
   * `known`: a request to create an account for an address that already has one. `confirm`: before changing sign-in
   * data.
   */
  purpose: 'sign-in' | 'create' | 'reset' | 'phone' | 'known' | 'confirm' | Notice
  subject: string
  text: string
}

/** Notices sent after an event; `sign-in-link`: strangers used up the attempts, and the link unlocks the sign-in. */
export type Notice =
  | 'password-changed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'factor-on'
  | 'factor-off'
  | 'recovery-made'
  | 'recovery-used'
  | 'sign-in-link'

/** The first key of each list signs; the others are accepted. The signing keys are published. */
export type ProviderKeys = {
  clientId: string
  clientSecret: string
  signing: JWK[]
  cookies: string[]
  codes: string[]
}

/** Who may be sent codes by SMS. Numbers are E.164, countries ISO 3166 codes; an empty list means all. */
type SmsRules = {
  readonly countries: readonly string[]
  readonly newNumbersADay: number
  /** Why the account may not have a code sent to the number now; an allowed number counts as one of the account's. */
  refusal(account: string, phone: string): Promise<{ rule: 'country' | 'numbers'; waitSeconds: number } | undefined>
  /** How long sending is paused for everyone; 0: not paused. */
  pauseSeconds(): Promise<number>
}

export type IdentityOptions = {
  /** Absolute URL with a path and no trailing slash: `http://127.0.0.1:4100/oidc`. The plugin mounts itself there. */
  issuer: string
  /** Pool of a database with the tables; the host applies `identityMigrations`. */
  pool: pg.Pool
  /** The current keys: the same object until one of them changes. */
  keys: () => ProviderKeys
  client: { redirectUris: string[]; postLogoutRedirectUris: string[] }
  /** API scopes the client may request. Granted to everyone; they carry no right. */
  scopes: string[]
  /** The resource the scopes belong to, as an absolute URI. */
  audience: string
  /** Called after the response was sent; a failure is logged and changes nothing. */
  deliver: (message: IdentityMessage) => Promise<void>
  /**
   * Called after a password was set, or a second factor turned on or off, so that the host can end its own sessions.
   */
  credentialsChanged: (subject: string) => Promise<void>
  /** Whether the account needs a second factor to sign in; an account without one is led to set it up. */
  needsSecondFactor: (subject: string) => Promise<boolean>
  /** The clock for codes of authenticator apps, in ms since 1970. */
  now: () => number
  /** The cost of hashing a password or a recovery code. */
  passwordCost: PasswordCost
  /**
   * The most jobs hashed at the same time, waiting per network and waiting in total; defaults to those of `Hashing`.
   */
  hashing?: { atOnce: number; lane: number; all: number }
  brand: string
  /**
   * Text about the product for the sign-in page, a picture (SVG that is safe to send) and a link to a page with more;
   * if omitted, nothing is shown.
   */
  about?: {
    text: { en: string; zh: string }
    picture: (language: Language) => string
    more: { address: string; text: { en: string; zh: string } }
  }
  smsOffered: boolean
  /** If omitted, codes may be sent to every number. */
  sms?: SmsRules
  /** Called after a sign-in number was verified; `before`: the number that it replaces. */
  phoneProved?: (proved: { subject: string; phone: string; before: string | null; language: Language }) => Promise<void>
  /** Accounts that anyone may enter with one click. Empty outside demo mode. */
  oneClick: { email: string; note: { en: string; zh: string } }[]
  /** The page showing messages that are not really sent; the code page links there. Undefined outside demo mode. */
  outbox?: string
}

/** The folder of numbered SQL files to apply in order. */
export const identityMigrations = new URL('../migrations/', import.meta.url)

/** An OpenID Connect provider with its own pages, mounted at the issuer's path. Throws on an issuer without a path. */
export const identity: FastifyPluginAsync<IdentityOptions> = async (app, options) => {
  const issuer = new URL(options.issuer)
  const path = issuer.pathname
  if (path.endsWith('/')) throw new Error(`issuer needs a path without a slash at its end: ${options.issuer}`)
  const secure = issuer.protocol === 'https:'
  const seal: Seal = { keys: () => options.keys().cookies, now: options.now }
  const home = `${new URL(options.client.redirectUris[0] ?? options.issuer).origin}/`
  const place = { path, home, log: app.log }
  let made: MadeProvider | undefined
  const realm: Realm = {
    options,
    get made() {
      const keys = options.keys()
      if (made?.keys !== keys) made = makeProvider(options, keys, place)
      return made
    },
    limits: limits(options.pool),
    begun: new Begun(seal, { path, secure }),
    known: new KnownBrowsers(seal, { path, secure }),
    hashing: new Hashing(options.hashing),
    seal,
    path,
    origin: issuer.origin,
    home,
    secure,
    passkeyDomain: passkeyDomain(issuer),
  }
  const headers = guardHeaders(options)

  await app.register(
    async scope => {
      scope.addHook('onRequest', async (request, reply) => {
        reply.headers(headers)
        const language = switched(request.raw)
        if (language) {
          reply.header('set-cookie', languageCookie(language, path, realm.secure, inPath(request, 'uid')))
        }
      })
      mountAssets(scope)
      await scope.register(async pages => mountPages(pages, realm))
      await scope.register(async protocol => mountProvider(protocol, realm, issuer))
    },
    { prefix: path, logSerializers: { req: withoutQuery } },
  )
  purgeNowAndThen(app, options.pool)
}

async function mountPages(pages: FastifyInstance, realm: Realm): Promise<void> {
  pages.removeAllContentTypeParsers()
  await pages.register(formbody, { bodyLimit: 8 * 1024 })
  guardPages(pages, realm)
  await pages.register(
    async steps => {
      signInSteps(steps, realm)
      codeSteps(steps, realm)
      secondSteps(steps, realm)
      if (realm.passkeyDomain !== undefined) passkeySteps(steps, realm, realm.passkeyDomain)
    },
    { prefix: '/interaction/:uid' },
  )
  await pages.register(async steps => accountSteps(steps, realm), { prefix: '/account' })
  await pages.register(async steps => openSteps(steps, realm), { prefix: '/open' })
}

function mountAssets(scope: FastifyInstance): void {
  for (const asset of Object.values(assets)) {
    scope.get(asset.path, async (request, reply) =>
      sendCompressed(
        request,
        reply.header('cache-control', 'public, max-age=31536000, immutable').type(asset.type),
        asset.body,
      ),
    )
  }
}

function purgeNowAndThen(app: FastifyInstance, pool: pg.Pool): void {
  const timer = setInterval(
    () => {
      purge(pool).catch((error: unknown) => app.log.warn({ err: error }, 'identity: purge failed'))
    },
    10 * 60 * 1000,
  )
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** Addresses here contain codes and tokens, which must not reach the log. */
const withoutQuery = (request: FastifyRequest) => `${request.ip} ${request.method} ${request.url.split('?')[0]}`
