import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { Begun } from './begun.ts'
import { passkeyDomain } from './ceremony.ts'
import { Hashing } from './hashing.ts'
import { KnownBrowsers } from './known-browser.ts'
import { languageCookie, switched } from './language.ts'
import { limits } from './limits.ts'
import type { IdentityOptions } from './options.ts'
import { guardHeaders, guardPages } from './page-guard.ts'
import { assets } from './pages/assets.ts'
import { sendCompressed } from './pages/compressed.ts'
import { mountProvider } from './protocol.ts'
import { makeProvider } from './provider.ts'
import { purge } from './purge.ts'
import type { MadeProvider, Realm } from './realm.ts'
import type { Seal } from './sealed.ts'
import { accountSteps } from './steps/account.ts'
import { codeSteps } from './steps/code.ts'
import { inPath } from './steps/form.ts'
import { openSteps } from './steps/open.ts'
import { passkeySteps } from './steps/passkey.ts'
import { secondSteps } from './steps/second-step.ts'
import { signInSteps } from './steps/sign-in.ts'

/** The folder of numbered SQL files, to be applied in order. */
export const identityMigrations = new URL('../migrations/', import.meta.url)

/**
 * An OpenID Connect provider with its own pages, mounted at the path of the issuer. Throws if the issuer has no path.
 */
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

/** For the log: the URL without its query, because queries here contain codes and tokens. */
const withoutQuery = (request: FastifyRequest) => `${request.ip} ${request.method} ${request.url.split('?')[0]}`
