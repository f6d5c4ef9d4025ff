import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { JWK } from 'oidc-provider'
import type pg from 'pg'
import { languageCookie, switched } from './language.ts'
import { limits } from './limits.ts'
import { guardHeaders, guardPages } from './page-guard.ts'
import { assets } from './pages/assets.ts'
import { type MadeProvider, makeProvider } from './provider.ts'
import { purge } from './purge.ts'
import type { Realm } from './realm.ts'
import { accountSteps } from './steps/account.ts'
import { codeSteps } from './steps/code.ts'
import { inPath } from './steps/form.ts'
import { secondSteps } from './steps/second-step.ts'
import { signInSteps } from './steps/sign-in.ts'

export type IdentityMessage = {
  channel: 'email' | 'sms'
  /** An e-mail address or an E.164 number. */
  to: string
  language: 'en' | 'zh'
  /** `known`: somebody asked to create an account for an address that has one. `confirm`: before changing sign-in data. */
  purpose: 'sign-in' | 'create' | 'reset' | 'phone' | 'known' | 'confirm' | Notice
  subject: string
  text: string
}

/** What a person is told after it happened. */
export type Notice = 'factor-on' | 'factor-off' | 'recovery-used'

/** Of each list the first one signs; the others are accepted. The signing keys are published. */
export type ProviderKeys = {
  clientId: string
  clientSecret: string
  signing: JWK[]
  cookies: string[]
  codes: string[]
}

export type IdentityOptions = {
  /** Absolute URL with a path, without a slash at its end: `http://127.0.0.1:4100/oidc`. The plugin mounts itself there. */
  issuer: string
  /** Its tables exist already: the host applies `identityMigrations`. */
  pool: pg.Pool
  /** The keys of the moment: the same object until one of them changes. */
  keys: () => ProviderKeys
  client: { redirectUris: string[]; postLogoutRedirectUris: string[] }
  /** API scopes the client may ask for. Granted to everybody: they carry no right. */
  scopes: string[]
  /** The resource the scopes belong to, as an absolute URI. */
  audience: string
  /** Called after the answer has left; a failure is logged and changes nothing. */
  deliver: (message: IdentityMessage) => Promise<void>
  /** Told after a password was set anew, or a second factor turned on or off, so that the host can end its own sessions. */
  credentialsChanged: (subject: string) => Promise<void>
  /** Whether the account may not sign in without a second factor; one that has none is led to set it up. */
  needsSecondFactor: (subject: string) => Promise<boolean>
  brand: string
  smsOffered: boolean
  /** Accounts anybody may enter with one click. Empty outside demo mode. */
  oneClick: { email: string; note: { en: string; zh: string } }[]
  /** Where messages can be read that are not really sent; the code page links there. Undefined outside demo mode. */
  outbox?: string
}

/** The folder of numbered SQL files to apply in order. */
export const identityMigrations = new URL('../migrations/', import.meta.url)

/** An OpenID Connect provider with its own pages, mounted at the issuer's path. Throws on an issuer without a path. */
export const identity: FastifyPluginAsync<IdentityOptions> = async (app, options) => {
  const issuer = new URL(options.issuer)
  const path = issuer.pathname
  if (path.endsWith('/')) throw new Error(`issuer needs a path without a slash at its end: ${options.issuer}`)
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
    path,
    origin: issuer.origin,
    home,
    secure: issuer.protocol === 'https:',
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
    },
    { prefix: '/interaction/:uid' },
  )
  await pages.register(async steps => accountSteps(steps, realm), { prefix: '/account' })
}

/** Hands everything else to oidc-provider, before Fastify reads the body. */
function mountProvider(protocol: FastifyInstance, realm: Realm, issuer: URL): void {
  protocol.removeAllContentTypeParsers()
  protocol.addContentTypeParser('*', (_request, _payload, done) => done(null))
  protocol.all('/*', (request: FastifyRequest, reply: FastifyReply) => {
    const raw: typeof request.raw & { originalUrl?: string } = request.raw
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    reply.hijack()
    // Cookies and addresses follow the issuer, whatever the request claims to have come through.
    raw.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1)
    raw.headers['x-forwarded-host'] = issuer.host
    raw.originalUrl = (raw.url ?? '').replace(/^https?:\/\/[^/]*/i, '')
    raw.url = raw.originalUrl.slice(realm.path.length)
    void realm.made.handle(raw, reply.raw)
  })
}

function mountAssets(scope: FastifyInstance): void {
  for (const asset of Object.values(assets)) {
    scope.get(asset.path, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=31536000, immutable').type(asset.type).send(asset.body),
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

/** Addresses here carry codes and tokens: the log gets none of them. */
const withoutQuery = (request: FastifyRequest) => `${request.ip} ${request.method} ${request.url.split('?')[0]}`
