import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyCookie from '@fastify/cookie'
import { health } from '@finlist/contract/health'
import { identity } from '@finlist/identity/identity'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { makeAccess } from './access/admit.ts'
import { serveDeviceCheck } from './access/device-check.ts'
import { Devices } from './access/devices.ts'
import { Issuer, scopes } from './access/issuer.ts'
import { openLocations } from './access/location.ts'
import { People } from './access/people.ts'
import { Sessions } from './access/sessions.ts'
import { serveSignIn } from './access/sign-in.ts'
import { Tokens } from './access/tokens.ts'
import { affiliateRate, type Config } from './config.ts'
import type { Database } from './db/database.ts'
import { Keys } from './db/keys.ts'
import { oneClickAccounts } from './demo/accounts.ts'
import { serveDemoAnnouncements } from './demo/announcement-page.ts'
import { demoVideoFolder } from './demo/videos.ts'
import { endSessionsOf, needsSecondFactor, signInAccount } from './embedded-account.ts'
import { embeddedKeys, outsideClient } from './embedded-keys.ts'
import { everyJob } from './every-job.ts'
import { emailProof } from './features/account/prove-email.ts'
import { accountRoutes } from './features/account/routes.ts'
import { adminRoutes } from './features/admin/routes.ts'
import { affiliateRoutes } from './features/affiliate/routes.ts'
import { billingRoutes, type CardCompany } from './features/billing/routes.ts'
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
import { seenBars } from './features/fintrainer/seen-bars.ts'
import { marketTrendRoutes } from './features/market-trend/routes.ts'
import { messageRoutes } from './features/messages/routes.ts'
import { moversRoutes } from './features/movers/routes.ts'
import { overviewRoutes } from './features/overview/routes.ts'
import { profitAlertRoutes } from './features/profit-alerts/routes.ts'
import { revenueRoutes } from './features/revenue/routes.ts'
import { shareholdingRoutes } from './features/shareholding/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { watchlistRoutes } from './features/watchlist/routes.ts'
import { answerErrors } from './http/error-answers.ts'
import { watchFailures } from './http/failed-answers.ts'
import { addHeaders, keepOneHost } from './http/headers.ts'
import { type Colleagues, serveMetrics } from './http/metrics.ts'
import { serveOperator } from './http/operator.ts'
import { servePlainPageStyle } from './http/plain-page.ts'
import { longestPart, readablePath } from './http/readable-path.ts'
import { Refusal } from './http/refusals.ts'
import { serve } from './http/serve.ts'
import { serveApiDocuments } from './http/serve-api-documents.ts'
import { answerUnreadable } from './http/unreadable.ts'
import { acceptUploads } from './http/uploads.ts'
import { serveWebClient } from './http/web-client.ts'
import { startJobs } from './jobs/jobs.ts'
import { keepBreadth } from './market-data/keep-breadth.ts'
import { ownPositions } from './market-data/own-positions.ts'
import { LetterBox } from './payments/letters/letter-box.ts'
import { serveOutbox } from './post/outbox.ts'
import { openPost } from './post/post.ts'

const webClient = fileURLToPath(new URL('../../web/dist', import.meta.url))
const megabyte = 1_048_576

/**
 * The whole server on an open database, not yet listening. `now` is the one clock, in ms. Without a card company nothing
 * can be bought; the payments handed in are started and stopped with the server.
 */
export async function makeApp(
  config: Config,
  {
    database,
    databaseUrl,
    cardCompany,
    colleagues,
    isLeaving = () => false,
    now = Date.now,
    logTo = process.stdout,
  }: {
    database: Database
    databaseUrl: string
    cardCompany?: CardCompany | undefined
    colleagues?: Colleagues | undefined
    /** Whether a load balancer should send nobody here any more. */
    isLeaving?: () => boolean
    now?: () => number
    logTo?: { write(line: string): void }
  },
): Promise<FastifyInstance> {
  const level = config.LOG_LEVEL || (config.demo ? 'warn' : 'info')
  const app = Fastify({
    logger: {
      level,
      stream: logTo,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: { req: request => ({ method: request.method, path: request.url?.split('?')[0] }) },
    },
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_, hop) => hop < config.TRUSTED_PROXIES,
    bodyLimit: megabyte,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: longestPart },
    rewriteUrl: readablePath,
    clientErrorHandler: answerUnreadable,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // An upload of 50 MB on a slow line.
    requestTimeout: 600_000,
  })
  const keys = await Keys.open(database, now, app.log)
  const post = await openPost(config, database, databaseUrl, app.log)
  const people = new People(database, config.ADMIN_EMAILS, now)
  const tokens = new Tokens(() => keys.ring('access-token'), now)
  const sessions = new Sessions(database, now)
  const devices = new Devices(database, app.log, now)
  const access = makeAccess(tokens, people, config.ACTIVE_DEVICE_LIMIT, devices.seen, now)
  const identityKeys = embeddedKeys(keys)
  const issuer = new Issuer(config, config.embeddedIdentity ? identityKeys : outsideClient(config), () => {
    const address = app.server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : config.PORT}`
  })

  const account = signInAccount(config, database)

  app.decorate('admit', access.admit)
  app.decorateRequest('callerId', undefined)
  addHeaders(app, config.publicUrl, {
    measuring: [
      ...(config.ANALYTICS_ID ? (['analytics'] as const) : []),
      ...(config.PIXEL_ID ? (['pixel'] as const) : []),
    ],
    payments:
      cardCompany && (cardCompany.provider.sandboxUrl ? { sandbox: cardCompany.provider.sandboxUrl } : 'stripe'),
    videos: config.VIDEO_EMBED_URL,
  })
  keepOneHost(app, config.publicUrl)
  answerErrors(app)
  const failures = watchFailures(app, now)
  if (['trace', 'debug', 'info'].includes(level)) logAnswers(app)
  if (config.METRICS_TOKEN)
    serveMetrics(app, '/api/metrics', { database, token: config.METRICS_TOKEN, queued: post.queued, colleagues, now })
  servePlainPageStyle(app)
  await app.register(async auth => {
    await auth.register(fastifyCookie)
    serveSignIn(auth, { config, database, issuer, sessions, tokens, keys, now })
  })
  if (config.embeddedIdentity) {
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
      brand: config.BRAND,
      smsOffered: post.smsOffered,
      oneClick: config.demo ? oneClickAccounts : [],
      ...(config.demo && { outbox: '/outbox' }),
      deliver: ({ channel, to, subject, text }) => post.send({ channel, to, subject, body: text }),
    })
  }
  if (config.demo) {
    serveOutbox(app, database.db)
    serveDemoAnnouncements(app, database.db)
  }
  if (config.GLOBAL_CHART_WIDGET_URL) serveChartWidget(app, config.GLOBAL_CHART_WIDGET_URL)

  const jobs = everyJob(config, { database, keys, account, cardCompany })
  await app.register(
    async api => {
      const proof = emailProof({
        database,
        ring: () => keys.ring('email-proof'),
        brand: config.BRAND,
        send: post.send,
        adopt: account.adoptEmail,
        now,
      })
      serve(api, health, async () => {
        if (isLeaving()) throw new Refusal(503, 'unknown')
        await database.pool.query('select 1').catch(() => {
          throw new Refusal(503, 'unknown')
        })
      })
      serveApiDocuments(api, config)
      await serveOperator(api, config, cardCompany?.provider.kind ?? 'none')
      await serveDeviceCheck(api, access, devices, await openLocations(config.GEOIP_DB_PATH))
      accountRoutes(api, { database, people, sessions, proof, account, brand: config.BRAND, send: post.send, now })
      await billingRoutes(api, { cardCompany, now })
      customerRoutes(api, { database, account, cardCompany, now })
      revenueRoutes(api, { database, provider: cardCompany?.provider, now })
      affiliateRoutes(api, { database, cardCompany, rate: affiliateRate(config), now })
      await acceptUploads(api)
      adminRoutes(api, { database, now })
      overviewRoutes(api, { database, jobs, post, failures, sells: cardCompany !== undefined, now })
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
      const files = new VideoFiles({ folders, ring: () => keys.ring('video-files'), now })
      await educationRoutes(api, { database, files })
      const levels = knownLevels(database)
      finTrainerRoutes(api, { database, levels, now })
      chartRoutes(api, { database, game: seenBars(database, levels), now })
      chartStorage(api, database)
      await chartStorageProtocol(api, database)
      messageRoutes(api, { database, now })
    },
    { prefix: '/api' },
  )
  await serveWebClient(app, webClient)

  const stopBreadth = keepBreadth(database, app.log)
  const stopJobs = startJobs(jobs, { database, now, log: app.log })
  cardCompany?.payments.start()
  const letters = new LetterBox({
    database,
    stripe: cardCompany?.provider.stripe,
    deliver: post.deliver,
    brand: config.BRAND,
    publicUrl: config.publicUrl,
    now,
    log: app.log,
  })
  letters.start()
  app.addHook('onClose', async () => {
    await stopJobs()
    await stopBreadth()
    await cardCompany?.payments.stop()
    await letters.stop()
    await post.stop()
  })
  return app
}

/** One line an answer, with the request's id, its route and who asked from where; never a query, where secrets may stand. */
function logAnswers(app: FastifyInstance) {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url, routeOptions, ip, callerId: user } = request
    const route = routeOptions.url ?? url.split('?')[0]
    request.log.info(
      { method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime), user, ip },
      'answered',
    )
    done()
  })
}
