import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyCookie from '@fastify/cookie'
import { usualBodyBytes } from '@finlist/contract/call'
import { health } from '@finlist/contract/health'
import { identity } from '@finlist/identity/identity'
import { region } from '@finlist/identity/network'
import { type PasswordCost, productionCost } from '@finlist/identity/password'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { openAccess } from './access/authorize.ts'
import { endCopied } from './access/copied-pair.ts'
import { DatafeedTokens } from './access/datafeed-tokens.ts'
import { serveDeviceCheck } from './access/device-check.ts'
import { Devices } from './access/devices.ts'
import { Issuer, scopes } from './access/issuer.ts'
import { openLocations } from './access/location.ts'
import { People } from './access/people.ts'
import { Sessions } from './access/sessions.ts'
import { serveSignIn } from './access/sign-in.ts'
import { Tokens } from './access/tokens.ts'
import { startJobs } from './background/jobs.ts'
import { affiliateRate, type Config } from './config.ts'
import type { Database } from './db/database.ts'
import { Keys } from './db/keys.ts'
import { oneClickAccounts } from './demo/accounts.ts'
import { serveDemoAnnouncements } from './demo/announcement-page.ts'
import { demoClockRoutes } from './demo/clock/routes.ts'
import { startWalking } from './demo/clock/walk.ts'
import { demoVideoFolder } from './demo/videos.ts'
import { endSessionsOf, needsSecondFactor, phoneProved, signInAccount } from './embedded-account.ts'
import { embeddedKeys, outsideClient } from './embedded-keys.ts'
import { emailProof } from './features/account/prove-email.ts'
import { accountRoutes } from './features/account/routes.ts'
import { affiliateRoutes } from './features/affiliate/routes.ts'
import { billingRoutes, type PaymentProvider } from './features/billing/routes.ts'
import { chartRoutes } from './features/chart/routes.ts'
import { chartStorage } from './features/chart/storage.ts'
import { chartStorageProtocol } from './features/chart/storage-protocol.ts'
import { serveChartWidget } from './features/chart/widget-page.ts'
import { customerRoutes } from './features/customers/routes.ts'
import { educationRoutes } from './features/education/routes.ts'
import { VideoFiles } from './features/education/video-files.ts'
import { finderRoutes } from './features/finder/routes.ts'
import { finListRoutes } from './features/finlist/routes.ts'
import { knownLevels } from './features/fintrainer/levels.ts'
import { finTrainerRoutes } from './features/fintrainer/routes.ts'
import { visibleBars } from './features/fintrainer/visible-bars.ts'
import { marketTrendRoutes } from './features/market-trend/routes.ts'
import { messageRoutes } from './features/messages/routes.ts'
import { moversRoutes } from './features/movers/routes.ts'
import { overviewRoutes } from './features/overview/routes.ts'
import { profitAlertRoutes } from './features/profit-alerts/routes.ts'
import { revenueRoutes } from './features/revenue/routes.ts'
import { shareholdingRoutes } from './features/shareholding/routes.ts'
import { adminRoutes } from './features/uploads/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { watchlistRoutes } from './features/watchlist/routes.ts'
import { boundBodies } from './http/bodies.ts'
import { ClientError } from './http/client-errors.ts'
import { asLogged, routeAsLogged, withoutToken } from './http/datafeed-address.ts'
import { keepDemoAtItsHost } from './http/demo-host.ts'
import { answerErrors } from './http/error-answers.ts'
import { addHeaders, keepOneHost } from './http/headers.ts'
import { answerMalformedRequest } from './http/malformed-request.ts'
import { type Peers, serveMetrics } from './http/metrics.ts'
import { longestPart, pathGuard } from './http/path-guard.ts'
import { servePlainPageStyle } from './http/plain-page.ts'
import { watchFailures } from './http/recent-errors.ts'
import { serveSeenRequest } from './http/seen-request.ts'
import { serve } from './http/serve.ts'
import { serveApiDocuments } from './http/serve-api-documents.ts'
import { serveSiteConfig } from './http/site-config.ts'
import { noticeUntoldProxy } from './http/untold-proxy.ts'
import { acceptUploads } from './http/uploads.ts'
import { serveWebClient } from './http/web-client.ts'
import { serveWellKnown } from './http/well-known.ts'
import { jobRegistry } from './job-registry.ts'
import { startBreadthWorker } from './market-data/breadth-worker.ts'
import { ownPositions } from './market-data/own-positions.ts'
import { openMessenger } from './messaging/messenger.ts'
import { serveOutbox } from './messaging/outbox.ts'
import { SmsLimits } from './messaging/sms-limits.ts'
import { EmailQueue } from './payments/emails/email-queue.ts'
import type { SandboxConnection } from './payments/provider/provider.ts'

const webClient = fileURLToPath(new URL('../../web/dist', import.meta.url))

/**
 * The whole server on an open database, not yet listening. `now` is the product's clock and `realNow` the machine's, in
 * ms: devices people hold (authenticator apps, certificates), limits and logs use the machine's alone. Without a
 * payment provider nothing can be bought; the payments handed in are started and stopped with the server.
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
    logTo = process.stdout,
  }: {
    database: Database
    databaseUrl: string
    paymentProvider?: PaymentProvider | undefined
    colleagues?: Peers | undefined
    /** By how much the product's clock, as people see it, is ahead of the machine's. */
    aheadMs?: () => number
    /** Moves the clock of a demo on request, and the payment sandbox's with it. */
    walks?: { sandbox: SandboxConnection | undefined } | undefined
    /** Whether a load balancer should send no more connections here. */
    isLeaving?: () => boolean
    now?: () => number
    realNow?: () => number
    /** The cost of hashing a password at our own provider. */
    passwordCost?: PasswordCost
    logTo?: { write(line: string): void }
  },
): Promise<FastifyInstance> {
  const level = config.LOG_LEVEL || (config.demo ? 'warn' : 'info')
  const app = Fastify({
    logger: {
      level,
      stream: logTo,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: {
        req: request => ({ method: request.method, path: asLogged(request.url ?? '') }),
        // Fastify logs rewritten addresses at debug level.
        originalUrl: asLogged,
      },
    },
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_, hop) => hop < config.trustedProxies,
    bodyLimit: usualBodyBytes,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: longestPart },
    rewriteUrl: request => withoutToken(pathGuard(request)),
    clientErrorHandler: answerMalformedRequest,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // An upload of 50 MB on a slow line.
    requestTimeout: 600_000,
  })
  const keys = await Keys.open(database, now, app.log)
  const post = await openMessenger(config, database, databaseUrl, app.log)
  const people = new People(database, config.ADMIN_EMAILS, now)
  const tokens = new Tokens(() => keys.keyRing('access-token'), now, realNow)
  const sessions = new Sessions(database, now)
  const devices = new Devices({ database, log: app.log, now, networkOf: region })
  const account = signInAccount(config, database)
  const copied = endCopied({ database, account, send: post.send, log: app.log })
  const deviceRule = { limit: config.ACTIVE_DEVICE_LIMIT, seen: devices.seen, endCopied: copied }
  const datafeedTokens = new DatafeedTokens({ database, people, isOn: config.DATAFEED_TOKENS, now, networkOf: region })
  const access = openAccess(tokens, people, deviceRule, datafeedTokens.admit, now)
  const identityKeys = embeddedKeys(keys)
  const issuer = new Issuer(config, config.embeddedIdentity ? identityKeys : outsideClient(config), () => {
    const address = app.server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : config.PORT}`
  })

  app.decorate('admit', access.admit)
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
  if (config.demo) keepDemoAtItsHost(app, config)
  noticeUntoldProxy(app, config.trustedProxies)
  keepOneHost(app, config.publicUrl)
  answerErrors(app)
  boundBodies(app)
  const failures = watchFailures(app, realNow)
  if (['trace', 'debug', 'info'].includes(level)) logAnswers(app)
  if (config.METRICS_TOKEN)
    serveMetrics(app, '/api/metrics', { database, token: config.METRICS_TOKEN, queued: post.queued, colleagues, now })
  serveSeenRequest(app, '/api/doctor', { config, ring: () => keys.keyRing('doctor'), now: realNow })
  servePlainPageStyle(app)
  serveWellKnown(app, config, realNow)
  await app.register(async auth => {
    await auth.register(fastifyCookie)
    serveSignIn(auth, { config, database, issuer, sessions, tokens, keys, now, realNow })
  })
  if (config.embeddedIdentity) {
    const sms = new SmsLimits({ database, config, send: post.send, now: realNow, log: app.log })
    await app.register(identity, {
      issuer: config.issuer,
      pool: database.pool,
      keys: identityKeys,
      client: {
        redirectUris: [new URL('/auth/callback', config.publicUrl).href],
        postLogoutRedirectUris: [new URL('/', config.publicUrl).href],
      },
      scopes,
      audience: `${config.publicUrl.origin}/api`,
      credentialsChanged: subject => endSessionsOf(database, subject),
      needsSecondFactor: subject => needsSecondFactor(config, database, people, subject),
      now: realNow,
      passwordCost,
      brand: config.BRAND,
      smsOffered: post.smsOffered,
      oneClick: config.demo ? oneClickAccounts : [],
      ...(config.demo && { outbox: '/outbox' }),
      sms,
      phoneProved: phoneProved({ database, send: post.send }),
      async deliver({ channel, to, subject, text }) {
        if (channel === 'sms' && !(await sms.take(to))) return
        const message = { channel, to, subject, body: text }
        await database.transaction(tx => post.sendText(tx, 'sign-in', message))
      },
    })
  }
  if (config.demo) {
    serveOutbox(app, database.db)
    serveDemoAnnouncements(app, database.db)
  }
  if (config.GLOBAL_CHART_WIDGET_URL) serveChartWidget(app, config.GLOBAL_CHART_WIDGET_URL)

  const jobs = jobRegistry(config, { database, keys, account, post, paymentProvider })
  await app.register(
    async api => {
      const proof = emailProof({
        database,
        ring: () => keys.keyRing('email-proof'),
        send: post.send,
        adopt: account.adoptEmail,
        now,
      })
      serve(api, health, async () => {
        if (isLeaving()) throw new ClientError(503, 'unknown')
        await database.pool.query('select 1').catch(() => {
          throw new ClientError(503, 'unknown')
        })
      })
      serveApiDocuments(api, config)
      await serveSiteConfig(api, config, { payments: paymentProvider?.provider.kind ?? 'none', aheadMs })
      await serveDeviceCheck(api, access, devices, await openLocations(config.GEOIP_DB_PATH))
      accountRoutes(api, {
        database,
        people,
        sessions,
        datafeedTokens,
        publicUrl: config.publicUrl,
        proof,
        account,
        send: post.send,
        now,
      })
      await billingRoutes(api, { database, people, paymentProvider, now })
      customerRoutes(api, { database, account, paymentProvider, now })
      revenueRoutes(api, { database, provider: paymentProvider?.provider, now })
      affiliateRoutes(api, { database, paymentProvider, rate: affiliateRate(config), now })
      await acceptUploads(api)
      adminRoutes(api, { database, now })
      overviewRoutes(api, { database, jobs, post, failures, sells: paymentProvider !== undefined, now })
      userRoutes(api, { database, adminEmails: config.ADMIN_EMAILS, now })
      const positions = ownPositions(database)
      finListRoutes(api, { database, positions })
      finderRoutes(api, { database, positions })
      watchlistRoutes(api, database)
      marketTrendRoutes(api, { database, now })
      shareholdingRoutes(api, database)
      moversRoutes(api, database)
      profitAlertRoutes(api, database)
      const folders = [join(config.dataDir, 'videos'), ...(config.demo ? [demoVideoFolder] : [])]
      const files = new VideoFiles({ folders, ring: () => keys.keyRing('video-files'), now })
      await educationRoutes(api, { database, files })
      const levels = knownLevels(database)
      finTrainerRoutes(api, { database, levels, autoMoveDays: config.GAME_AUTO_MOVE_DAYS, now })
      chartRoutes(api, { database, game: visibleBars(database, levels), now })
      chartStorage(api, database)
      await chartStorageProtocol(api, database)
      messageRoutes(api, { database, now })
      demoClockRoutes(api, { database, config })
    },
    { prefix: '/api' },
  )
  await serveWebClient(app, webClient)

  const stopBreadth = startBreadthWorker(database, app.log)
  const stopJobs = startJobs(jobs, { database, now, log: app.log })
  paymentProvider?.payments.start()
  const letters = new EmailQueue({
    database,
    stripe: paymentProvider?.provider.stripe,
    deliver: post.deliver,
    brand: config.BRAND,
    publicUrl: config.publicUrl,
    now,
    log: app.log,
  })
  letters.start()
  const shop = walks?.sandbox && paymentProvider && { sandbox: walks.sandbox, payments: paymentProvider.payments }
  const stopWalking = walks ? startWalking({ database, config, jobs, letters, shop, now, log: app.log }) : undefined
  app.addHook('onClose', async () => {
    await stopWalking?.()
    await stopJobs()
    await stopBreadth()
    await paymentProvider?.payments.stop()
    await letters.stop()
    await post.stop()
  })
  return app
}

/** Logs a line per answer, with the request's id, route, caller and address; never a query, which may hold secrets. */
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
