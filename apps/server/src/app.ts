import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import fastifyCookie from '@fastify/cookie'
import { usualBodyBytes } from '@finlist/contract/call'
import { health } from '@finlist/contract/health'
import { network } from '@finlist/identity/network'
import { type PasswordCost, productionCost } from '@finlist/identity/password'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { cookieNames } from './auth/cookies.ts'
import { serveDeviceCheck } from './auth/device-check.ts'
import { assertRecentAuth } from './auth/recent-auth.ts'
import { serveSignIn } from './auth/sign-in.ts'
import { serveIdentity } from './boot/serve-identity.ts'
import { openServices } from './boot/services.ts'
import { startBackground } from './boot/start-background.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { serveDemoAnnouncements } from './demo/announcement-page.ts'
import type { PaymentProvider } from './features/billing/routes.ts'
import type { ConnectPush } from './features/channels/push-service.ts'
import { serveStopPage } from './features/channels/stop-page.ts'
import { serveChartWidget } from './features/chart/widget-page.ts'
import { serveFeed } from './features/record/feed.ts'
import { servePublicRecord } from './features/record/public-record.ts'
import { serveWelcome } from './features/welcome/serve-welcome.ts'
import { serveApiDocuments } from './http/api-documents/serve-api-documents.ts'
import { boundBodies } from './http/bodies.ts'
import { BodyBudget } from './http/body-budget.ts'
import { ClientError } from './http/client-errors.ts'
import { boundConnections } from './http/connections.ts'
import { oneLineAMinute } from './http/database-away.ts'
import { asLogged, routeAsLogged, withoutToken } from './http/datafeed-address.ts'
import { keepDemoAtItsHost } from './http/demo-host.ts'
import { answerErrors } from './http/error-answers.ts'
import { addHeaders, keepOneHost } from './http/headers.ts'
import { answerMalformedRequest } from './http/malformed-request.ts'
import type { Peers } from './http/metrics.ts'
import { longestPart, pathGuard } from './http/path-guard.ts'
import { servePlainPageStyle } from './http/plain-page.ts'
import { watchFailures } from './http/recent-errors.ts'
import { requestLog } from './http/request-log.ts'
import { serveSeenRequest } from './http/seen-request.ts'
import { serve } from './http/serve.ts'
import { serveSiteConfig } from './http/site-config.ts'
import { refuseTinyChunks } from './http/tiny-chunks.ts'
import { noticeUntoldProxy } from './http/untold-proxy.ts'
import { serveWebClient } from './http/web-client.ts'
import { serveWellKnown } from './http/well-known.ts'
import { serveOutbox } from './notifications/outbox.ts'
import type { SandboxConnection } from './payments/provider/provider.ts'
import { routes } from './routes.ts'

const webClient = fileURLToPath(new URL('../../web/dist', import.meta.url))

/**
 * Builds the server for an open database; it is not listening yet. `now` is the product clock and `realNow` the
 * machine's clock, both in ms. Authenticator apps, certificates, rate limits and logs use only the machine's clock. The
 * payment provider starts and stops with the server; without a provider, nothing can be bought.
 */
export async function makeApp(
  config: Config,
  {
    database,
    databaseUrl,
    paymentProvider,
    colleagues,
    aheadMs = () => 0,
    walks,
    isLeaving = () => false,
    now = Date.now,
    realNow = now,
    passwordCost = productionCost,
    connectPush,
    dispatchEveryMs,
    logTo = process.stdout,
  }: {
    database: Database
    databaseUrl: string
    paymentProvider?: PaymentProvider | undefined
    colleagues?: Peers | undefined
    /** How far the product clock is ahead of the machine's clock, in ms; sent to browsers. */
    aheadMs?: () => number
    /** Set if a demo's clock may be moved on request. The payment sandbox's clock then moves with it. */
    walks?: { sandbox: SandboxConnection | undefined } | undefined
    /** Whether a load balancer should stop sending connections here. */
    isLeaving?: () => boolean
    now?: () => number
    realNow?: () => number
    /** The cost of hashing a password at our own sign-in provider. */
    passwordCost?: PasswordCost
    /** Replaces the connection to push services; set by tests. */
    connectPush?: ConnectPush | undefined
    /** Interval, in ms, at which this process checks for notifications to send by e-mail or push. */
    dispatchEveryMs?: number | undefined
    logTo?: { write(line: string): void }
  },
): Promise<FastifyInstance> {
  const level = config.LOG_LEVEL || (config.demo ? 'warn' : 'info')
  const app = Fastify({
    logger: {
      level,
      stream: logTo,
      hooks: { logMethod: oneLineAMinute(realNow) },
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: {
        req: request => ({ method: request.method, path: asLogged(request.url ?? '') }),
        // At debug level Fastify also logs the original form of a rewritten URL, and that form may contain a token.
        originalUrl: asLogged,
      },
    },
    genReqId: () => randomUUID(),
    childLoggerFactory: requestLog,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_, hop) => hop < config.trustedProxies,
    bodyLimit: usualBodyBytes,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: longestPart },
    rewriteUrl: request => withoutToken(pathGuard(request)),
    clientErrorHandler: answerMalformedRequest,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // Long enough to upload 50 MB over a slow connection; other bodies have less time (http/bodies.ts).
    requestTimeout: 600_000,
    http: { headersTimeout: 30_000, connectionsCheckingInterval: 5_000 },
  })
  const failures = watchFailures(app, realNow)
  const services = await openServices(config, {
    database,
    databaseUrl,
    paymentProvider,
    now,
    realNow,
    failures,
    connectPush,
    dispatchEveryMs,
    log: app.log,
    port() {
      const address = app.server.address()
      return (typeof address === 'object' ? address?.port : undefined) ?? config.PORT
    },
  })
  const { access, keys, post } = services

  app.decorate('admit', access.admit)
  app.decorate('assertRecentAuth', caller => assertRecentAuth(caller, now()))
  app.decorateRequest('callerId', undefined)
  app.decorateRequest('asked', undefined)
  addHeaders(app, config, {
    measuring: [
      ...(config.ANALYTICS_ID ? (['analytics'] as const) : []),
      ...(config.PIXEL_ID ? (['pixel'] as const) : []),
    ],
    payments:
      paymentProvider &&
      (paymentProvider.provider.sandboxUrl ? { sandbox: paymentProvider.provider.sandboxUrl } : 'stripe'),
    videos: config.VIDEO_EMBED_URL,
  })
  boundConnections(app, { trustedProxies: config.trustedProxies, networkOf: network })
  if (config.demo) keepDemoAtItsHost(app, config, paymentProvider?.provider.sandboxUrl ?? undefined)
  noticeUntoldProxy(app, config.trustedProxies)
  keepOneHost(app, config.publicUrl)
  answerErrors(app)
  refuseTinyChunks(app)
  const bodies = new BodyBudget()
  boundBodies(app, { budget: bodies, networkOf: network })
  if (['trace', 'debug', 'info'].includes(level)) logAnswers(app)
  if (config.METRICS_TOKEN) {
    const { serveMetrics } = await import('./http/metrics.ts')
    const { METRICS_TOKEN: token } = config
    serveMetrics(app, '/api/metrics', { database, token, queued: post.queued, bodies, colleagues, now })
  }
  serveSeenRequest(app, '/api/doctor', { config, ring: () => keys.keyRing('doctor'), now: realNow })
  servePlainPageStyle(app)
  serveWellKnown(app, config, realNow)
  servePublicRecord(app, services)
  serveFeed(app, services)
  serveStopPage(app, services)
  serveWelcome(app, services)
  await app.register(async auth => {
    await auth.register(fastifyCookie)
    serveSignIn(auth, services)
  })
  if (config.embeddedIdentity) await serveIdentity(app, services, passwordCost)
  if (config.demo) {
    serveOutbox(app, database.db)
    serveDemoAnnouncements(app, database.db)
  }
  if (config.GLOBAL_CHART_WIDGET_URL) serveChartWidget(app, config.GLOBAL_CHART_WIDGET_URL)
  await app.register(
    async api => {
      serveHealth(api, database, isLeaving)
      serveApiDocuments(api, config)
      await serveSiteConfig(api, config, { payments: paymentProvider?.provider.kind ?? 'none', aheadMs })
      await serveDeviceCheck(api, access, services.devices, services.locate)
      for (const serveFeature of routes) await serveFeature(api, services)
    },
    { prefix: '/api' },
  )
  await serveWebClient(app, webClient, {
    sessionCookie: cookieNames(config.publicUrl).session,
    brand: config.BRAND,
    publicUrl: config.publicUrl.href,
  })
  app.addHook('onClose', startBackground(services, walks))
  return app
}

/** Health check for load balancers: responds with 503 while the server shuts down or cannot reach the database. */
function serveHealth(api: FastifyInstance, { pool }: Database, isLeaving: () => boolean) {
  serve(api, health, async () => {
    if (isLeaving()) throw new ClientError(503, 'unknown')
    await pool.query('select 1').catch(() => {
      throw new ClientError(503, 'unknown')
    })
  })
}

/**
 * Logs one line per response, with the request's id, route, user and IP address; never the query, which may contain
 * secrets.
 */
function logAnswers(app: FastifyInstance) {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url, originalUrl, routeOptions, ip, callerId: user } = request
    const route = routeAsLogged(routeOptions.url ?? asLogged(url), originalUrl)
    request.log.info(
      { method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime), user, ip },
      'answered',
    )
    done()
  })
}
