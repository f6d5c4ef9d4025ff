import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { ownScale } from '@finlist/domain/fintrainer/scale'
import { headLine } from '@finlist/domain/record/head-line'
import { region } from '@finlist/identity/network'
import type { FastifyBaseLogger } from 'fastify'
import { openAccess } from '../auth/authorize.ts'
import { endCopied } from '../auth/copied-pair.ts'
import { DatafeedTokens } from '../auth/datafeed-tokens.ts'
import { Devices } from '../auth/devices.ts'
import { Issuer } from '../auth/issuer.ts'
import { openLocations, placer } from '../auth/location.ts'
import { tellOfNewBrowser } from '../auth/new-browser.ts'
import { People } from '../auth/people.ts'
import { Sessions } from '../auth/sessions.ts'
import { Tokens } from '../auth/tokens.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { Keys } from '../db/keys.ts'
import { isOneClick } from '../demo/accounts.ts'
import { demoVideoFolder } from '../demo/videos.ts'
import { emailProof } from '../features/account/prove-email.ts'
import type { PaymentProvider } from '../features/billing/routes.ts'
import { Dispatcher } from '../features/channels/dispatcher.ts'
import type { ConnectPush } from '../features/channels/push-service.ts'
import { VideoFiles } from '../features/education/video-files.ts'
import { knownLevels } from '../features/fintrainer/levels.ts'
import { visibleBars } from '../features/fintrainer/visible-bars.ts'
import { recordOrigin } from '../features/record/public-record.ts'
import { readHead } from '../features/record/store.ts'
import type { RecentErrors } from '../http/recent-errors.ts'
import { marketColumns } from '../market-data/screen/market-columns.ts'
import { ownPositions } from '../market-data/store/own-positions.ts'
import { sourceUse } from '../market-data/vendors/source-use.ts'
import { openMessenger } from '../notifications/messenger.ts'
import { openChance } from '../research/chance/figures.ts'
import { signInAccount } from './embedded-account.ts'
import { embeddedKeys, outsideClient } from './embedded-keys.ts'
import { oldAccountProof } from './embedded-old-account.ts'
import { passkeyProof } from './embedded-passkey.ts'
import { jobRegistry } from './job-registry.ts'

/** The largest power of two that `randomInt` accepts as a limit. */
const chances = 2 ** 47

type Given = {
  database: Database
  databaseUrl: string
  paymentProvider: PaymentProvider | undefined
  /** The product clock and the machine's, in ms since the epoch. */
  now: () => number
  realNow: () => number
  failures: RecentErrors
  connectPush: ConnectPush | undefined
  dispatchEveryMs: number | undefined
  log: FastifyBaseLogger
  /** The port that the server is listening on. */
  port: () => number
}

export type Services = Awaited<ReturnType<typeof openServices>>

/** Creates the services used by the server's routes and background work, each once. */
export async function openServices(config: Config, given: Given) {
  const { database, databaseUrl, paymentProvider, now, realNow, log, port } = given
  const keys = await Keys.open(database, now, log)
  const post = await openMessenger(config, database, databaseUrl, log)
  const { send } = post
  const people = new People(database, config.ADMIN_EMAILS, now)
  const tokens = new Tokens(() => keys.keyRing('access-token'), now, realNow)
  const locate = await openLocations(config.GEOIP_DB_PATH)
  const placeOf = placer(locate, region)
  const devices = new Devices({
    database,
    log,
    now,
    networkOf: region,
    tellOfNew: tellOfNewBrowser({
      send,
      placeOf,
      isTold: email => !isOneClick(config, email),
    }),
  })
  const account = signInAccount(config, database)
  const copied = endCopied({ database, account, send, log })
  const deviceRule = {
    limit: config.ACTIVE_DEVICE_LIMIT,
    seen: devices.seen,
    knowsNetwork: devices.knowsNetwork,
    endCopied: copied,
  }
  const datafeedTokens = new DatafeedTokens({
    database,
    people,
    isOn: config.DATAFEED_TOKENS,
    mayHandOn: exchange => sourceUse(config, exchange) === 'export',
    now,
    networkOf: region,
  })
  const identityKeys = embeddedKeys(keys)
  const levels = knownLevels(database)
  const dispatcher = new Dispatcher({
    database,
    config,
    keys,
    people,
    deliver: post.deliver,
    headLine: async db => {
      const head = await readHead(db)
      return head && headLine(recordOrigin(config), head)
    },
    connectPush: given.connectPush,
    lookEveryMs: given.dispatchEveryMs,
    now,
    realNow,
    log,
  })
  const videoFolders = [join(config.dataDir, 'videos'), ...(config.demo ? [demoVideoFolder] : [])]
  return {
    ...given,
    config,
    keys,
    post,
    send,
    dispatcher,
    people,
    tokens,
    sessions: new Sessions(database, now),
    devices,
    locate,
    placeOf,
    account,
    passkeys: passkeyProof({ config, database, cookieKeys: () => identityKeys().cookies, realNow }),
    oldAccounts: oldAccountProof({ config, database, cookieKeys: () => identityKeys().cookies, realNow }),
    datafeedTokens,
    access: openAccess(tokens, people, deviceRule, datafeedTokens.admit, now),
    identityKeys,
    issuer: new Issuer(
      config,
      config.embeddedIdentity ? identityKeys : outsideClient(config),
      () => `http://127.0.0.1:${port()}`,
    ),
    proof: emailProof({
      database,
      ring: () => keys.keyRing('email-proof'),
      send,
      adopt: account.adoptEmail,
      now,
    }),
    jobs: jobRegistry(config, { database, databaseUrl, keys, account, post, paymentProvider }),
    chanceOf: openChance(database),
    positions: ownPositions(database),
    screenColumns: marketColumns(database, now),
    levels,
    drawScale: () => ownScale(randomInt(chances) / chances),
    game: visibleBars(database, levels),
    videoFiles: new VideoFiles({ folders: videoFolders, ring: () => keys.keyRing('video-files'), now }),
  }
}
