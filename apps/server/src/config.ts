import { accessSync, constants, existsSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import type tls from 'node:tls'
import { importKinds } from '@finlist/contract/staff/imports'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { type Costs, usualCosts } from '@finlist/domain/outcome/rule'
import type { OwnPrices } from '@finlist/domain/plans/catalogue'
import { trading } from '@finlist/domain/trading'
import pg from 'pg'
import * as z from 'zod/mini'
import { hostsOf, wanted } from './db/address.ts'
import { type Environment, environment, meant } from './environment.ts'

export type { Witness } from './environment.ts'

export type Config = Environment & {
  publicUrl: URL
  host: string
  /**
   * Number of the operator's proxies in front of the server. The same number of addresses in X-Forwarded-For is
   * trusted.
   */
  trustedProxies: number
  dataDir: string
  /**
   * Demo mode: invented data, one-click accounts, an outbox instead of e-mail. On if the public URL is a loopback
   * address and neither DATABASE_URL nor a Stripe key is set, or if DEMO_PUBLIC is set.
   */
  demo: boolean
  /** True if no issuer is configured: our own sign-in provider then runs at `<public URL>/oidc`. */
  embeddedIdentity: boolean
  issuer: string
  /** Users who must have a second factor at our own sign-in provider; everyone else may turn one on. */
  secondFactor: 'offered' | 'staff' | 'everybody'
  /** The payment provider: Stripe, the sandbox on `sandboxPort`, or none, in which case nothing can be bought. */
  payments: 'stripe' | 'sandbox' | 'none'
  sandboxPort: number
  /** On shutdown, how long the server keeps accepting requests after its health check has started to fail, in ms. */
  drainMs: number
}

/** Monthly prices in HK dollars of the plans whose price the operator sets. */
export const ownPrices = (config: Config): OwnPrices => ({
  halfYearHongKong: config.HALF_YEAR_PRICE_HK,
  halfYearOther: config.HALF_YEAR_PRICE_OTHER,
  sundayClub: config.SUNDAY_CLUB_PRICE,
})

/** Trading costs by market: the operator's settings, or the usual costs. */
export const tradingCosts = (config: Config): Record<ExchangeId, Costs> => ({
  ...usualCosts,
  ...Object.fromEntries(
    exchangeIds.flatMap(id => {
      const [buy, sell, spread] = config[`TRADING_COSTS_${id}`].split('/').map(percent => Number(percent) / 100)
      return spread === undefined ? [] : [[id, { buy, sell, spread }]]
    }),
  ),
})

const demoRatePercent = 20

/**
 * An affiliate's share of the revenue made with their code, in hundredths of a percent; null if the operator has set
 * none.
 */
export function affiliateRate({ AFFILIATE_RATE, demo }: Pick<Config, 'AFFILIATE_RATE' | 'demo'>): number | null {
  const percentage = AFFILIATE_RATE ?? (demo ? demoRatePercent : null)
  return percentage === null ? null : Math.round(percentage * 100)
}

/** Configuration errors, one per line; each line names its variable. */
export class ConfigError extends Error {
  readonly lines: string[]
  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

/** Ports above 1023 that every browser refuses to open (fetch.spec.whatwg.org, bad ports). */
const refusedByBrowsers = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

const usualDrainSeconds = 5

const loopback = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

/** Whether a connection to the host may be unencrypted: to this machine, in demo mode, or if the operator allows it. */
export const mayBePlain = (it: Pick<Config, 'demo' | 'PLAIN_CONNECTIONS'>, host: string | undefined) =>
  it.demo || it.PLAIN_CONNECTIONS || loopback.has(host ?? '')

/** Reads and validates the environment variables. Throws ConfigError. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = z.safeParse(environment, env)
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map(issue => `${issue.path.join('.')}: ${meant(issue)}`))
  const it = parsed.data
  const publicUrl = new URL(it.PUBLIC_URL || `http://127.0.0.1:${it.PORT}`)
  const local = loopback.has(publicUrl.hostname) && it.DATABASE_URL === '' && it.STRIPE_SECRET_KEY === ''
  const config: Config = {
    ...it,
    publicUrl,
    host: it.HOST || '127.0.0.1',
    trustedProxies: it.TRUSTED_PROXIES ?? 0,
    dataDir: resolve(it.DATA_DIR),
    demo: local || it.DEMO_PUBLIC,
    embeddedIdentity: it.OIDC_ISSUER === '',
    issuer: it.OIDC_ISSUER || new URL('/oidc', publicUrl).href,
    secondFactor: it.SECOND_FACTOR || (local || it.DEMO_PUBLIC ? 'offered' : 'staff'),
    payments: it.STRIPE_SECRET_KEY ? 'stripe' : local || it.DEMO_PUBLIC ? 'sandbox' : 'none',
    sandboxPort: it.PORT + 1000,
    drainMs: 1_000 * (it.DRAIN_SECONDS ?? (local || it.DEMO_PUBLIC ? 0 : usualDrainSeconds)),
  }
  const lines = [...contradictions(config, local, env)]
  if (lines.length > 0) throw new ConfigError(lines)
  return config
}

function* contradictions(it: Config, local: boolean, env: Record<string, string | undefined>) {
  if (refusedByBrowsers.has(it.PORT)) yield `PORT: browsers refuse to open port ${it.PORT}; choose another`
  if (it.payments === 'sandbox' && refusedByBrowsers.has(it.sandboxPort))
    yield `PORT: test payments listen 1000 above, and browsers refuse to open port ${it.sandboxPort}; choose another`
  if (it.publicUrl.pathname !== '/' || it.publicUrl.search || it.publicUrl.hash)
    yield 'PUBLIC_URL: give the origin alone, without a path (https://finlist.example)'
  if (it.publicUrl.protocol !== 'https:' && !loopback.has(it.publicUrl.hostname))
    yield 'PUBLIC_URL: must be https unless it is a loopback address'
  if (local && it.host !== '127.0.0.1' && !it.DEMO_PUBLIC)
    yield 'HOST: with demo mode on the server listens on 127.0.0.1 only; set PUBLIC_URL, or DEMO_PUBLIC=yes'
  if (!it.embeddedIdentity && (!it.OIDC_CLIENT_ID || !it.OIDC_CLIENT_SECRET))
    yield 'OIDC_CLIENT_ID, OIDC_CLIENT_SECRET: needed with OIDC_ISSUER'
  if (it.embeddedIdentity && (it.OIDC_TRUST_EMAIL || it.OIDC_ROLE_CLAIMS))
    yield 'OIDC_TRUST_EMAIL, OIDC_ROLE_CLAIMS: only with OIDC_ISSUER'
  if (it.OIDC_SCOPES && (it.embeddedIdentity || !it.OIDC_SCOPES.split(' ').includes('openid')))
    yield 'OIDC_SCOPES: only with OIDC_ISSUER, and with openid among them (openid email profile)'
  if (!it.demo && !it.SMTP_URL)
    yield 'SMTP_URL: needed outside demo mode; without it no code can be sent (smtp://host:587)'
  if (it.SMS_URL && it.SMS_COUNTRIES.length === 0 && !local)
    yield 'SMS_COUNTRIES: needed with SMS_URL; the countries whose numbers may be sent codes (SMS_COUNTRIES=HK,MO)'
  if (!it.demo && it.TRUSTED_PROXIES === null)
    yield 'TRUSTED_PROXIES: set the number of proxies in front of the server: TRUSTED_PROXIES=1 behind one that terminates HTTPS, TRUSTED_PROXIES=0 if visitors reach this server directly'
  yield* contradictionsOfPayments(it)
  yield* contradictionsOfDatabases(it)
  yield* plainConnections(it)
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' && !it.demo && !it.PLAIN_CONNECTIONS)
    yield `NODE_TLS_REJECT_UNAUTHORIZED: no certificate would be checked; take it out, ${orPlain}`
  if (it.PUSH && !it.SERVICE_EMAIL)
    yield 'SERVICE_EMAIL: needed with PUSH=on; push services want to know whom to write to'
  if (it.SMTP_URL && !it.MAIL_FROM) yield 'MAIL_FROM: needed with SMTP_URL'
  for (const name of ['MOVERS_DROP_DIR', 'INCOMING_DIR'] as const) yield* watchedFolder(name, it[name])
  yield* contradictionsOfSources(it)
  yield* contradictionsOfMovers(it)
  yield* contradictionsOfLists(it)
  if (it.GEOIP_DB_PATH && !existsSync(it.GEOIP_DB_PATH)) yield `GEOIP_DB_PATH: there is no file ${it.GEOIP_DB_PATH}`
}

/** Checks a watched folder: the server moves loaded files within it, so it must be able to write there. */
function* watchedFolder(name: 'MOVERS_DROP_DIR' | 'INCOMING_DIR', folder: string): Generator<string> {
  if (folder === '') return
  if (!existsSync(folder)) {
    yield `${name}: there is no folder ${folder}`
    return
  }
  const markets = name === 'INCOMING_DIR' ? exchangeIds : []
  const kinds = markets.flatMap(market => importKinds.map(kind => join(folder, market, kind))).filter(existsSync)
  for (const path of [folder, ...kinds]) {
    const fault = unwritable(path)
    if (fault === undefined) continue
    const remedy =
      fault === 'EROFS'
        ? `let the service write there: systemctl edit finlist, and in it [Service] and ReadWritePaths=${folder}`
        : `give it to the server's user: chown -R finlist ${folder}`
    yield `${name}: ${path} cannot be written to (${fault}), where files are moved once they are loaded; ${remedy}`
    return
  }
}

function unwritable(folder: string): string | undefined {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  }
}

const databaseAddresses = ['DATABASE_URL', 'DATABASE_LISTEN_URL', 'DATABASE_REPORTS_URL'] as const

/** The database's address for connections that need their own session and so must bypass any pooler. */
export const sessionsUrl = ({ DATABASE_LISTEN_URL }: Config, databaseUrl: string) => DATABASE_LISTEN_URL || databaseUrl

/**
 * The `sslmode` values that the client accepts. All but the first two require a certificate, and verify it and its host
 * name.
 */
const sslModes = new Set(['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'])

function* contradictionsOfDatabases(it: Config) {
  if (it.DATABASE_LISTEN_URL && !it.DATABASE_URL)
    yield 'DATABASE_LISTEN_URL: names the database behind the pooler of DATABASE_URL; set that too'
  if (it.DATABASE_REPORTS_URL && !it.DATABASE_URL)
    yield 'DATABASE_REPORTS_URL: names a standby of DATABASE_URL; set that too'
  for (const name of databaseAddresses) {
    const unknown = new URLSearchParams(it[name].replace(/^[^?]*/, ''))
      .getAll('sslmode')
      .find(word => !sslModes.has(word))
    if (unknown !== undefined)
      yield `${name}: sslmode=${unknown.slice(0, 40)} is none; end it with ?sslmode=verify-full`
    if (wanted(it[name]) === undefined) yield `${name}: target_session_attrs is read-write or any`
    else if (name !== 'DATABASE_REPORTS_URL' && hostsOf(it[name]).length > 1 && wanted(it[name]) === 'any')
      yield `${name}: with several hosts end it with target_session_attrs=read-write, so that the one is found that takes writes`
  }
}

function* contradictionsOfPayments(it: Config) {
  const keys = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const
  const missing = keys.filter(name => it[name] === '')
  if (missing.length > 0 && missing.length < keys.length)
    yield `${missing.join(', ')}: the three Stripe keys go together`
  const isLive = (name: 'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY') => it[name].includes('_live_')
  if (missing.length === 0 && isLive('STRIPE_SECRET_KEY') !== isLive('STRIPE_PUBLISHABLE_KEY'))
    yield 'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY: one is a live key and the other a test key'
  if (isLive('STRIPE_SECRET_KEY') && it.publicUrl.protocol !== 'https:')
    yield 'STRIPE_SECRET_KEY: a live key needs an https PUBLIC_URL'
  if (it.DEMO_PUBLIC && keys.some(name => it[name].includes('_live_')))
    yield 'DEMO_PUBLIC: everybody may enter a demo as admin, so it takes no live payment keys; take the keys out, or DEMO_PUBLIC'
  if (it.PAYMENTS === 'sandbox' && it.payments !== 'sandbox')
    yield 'PAYMENTS: test payments run in demo mode alone, and without Stripe keys'
  if (it.NODE_ENV === 'production' && it.payments === 'sandbox' && it.PAYMENTS !== 'sandbox')
    yield 'PAYMENTS: in production test payments have to be asked for; set the Stripe keys, or PAYMENTS=sandbox'
}

/** The markets that each data supplier covers, and the API key that it requires. */
const suppliers = {
  eodhd: { markets: exchangeIds.filter(id => trading[id].eodhd), key: 'EODHD_KEY' },
  'j-quants': { markets: ['JP'], key: 'J_QUANTS_KEY' },
  finmind: { markets: ['TW'], key: undefined },
} as const

function* contradictionsOfSources(it: Config) {
  for (const id of exchangeIds) {
    const source = it[`SOURCE_${id}`]
    if (source === 'eodhd' || source === 'j-quants' || source === 'finmind') {
      const { markets, key } = suppliers[source]
      if (!markets.some(market => market === id)) yield `SOURCE_${id}: ${source} has ${markets.join(', ')} alone`
      if (key && !it[key]) yield `${key}: needed with SOURCE_${id}=${source}`
    }
    if (source === 'folder' && !it.INCOMING_DIR) yield `INCOMING_DIR: needed with SOURCE_${id}=folder`
    if (source === 'address' && !/\{(date|code)\}/.test(it[`SOURCE_URL_${id}`]))
      yield `SOURCE_URL_${id}: needed with SOURCE_${id}=address; an address with {date}, {code} or both`
  }
  for (const id of ['HKEX', 'US', 'CN', 'TW'] as const) {
    if (it[`FUNDAMENTALS_${id}`] !== 'eodhd') continue
    if (!it.EODHD_KEY) yield `EODHD_KEY: needed with FUNDAMENTALS_${id}=eodhd`
    if (it[`SOURCE_${id}`] === 'eodhd' && it[`SOURCE_USE_${id}`] === 'internal')
      yield `FUNDAMENTALS_${id}: subscribers see these figures, which SOURCE_USE_${id}=internal rules out for EODHD`
  }
  if (it.FUNDAMENTALS_US === 'sec' && !it.SEC_CONTACT.includes('@'))
    yield 'SEC_CONTACT: needed with FUNDAMENTALS_US=sec; your name and an e-mail address (Example Ltd admin@finlist.example)'
  for (const name of [
    'SEC_URL',
    'ECB_URL',
    'EODHD_URL',
    'J_QUANTS_URL',
    'FINMIND_URL',
    ...exchangeIds.map(id => `SOURCE_URL_${id}` as const),
  ] as const) {
    const address = URL.parse(it[name].replaceAll(/[{}]/g, ''))
    if (address && address.protocol !== 'https:' && !loopback.has(address.hostname)) yield `${name}: must be https`
  }
}

function* contradictionsOfMovers(it: Config) {
  if (it.MOVERS === '') return
  if (it.MOVERS_DROP_DIR)
    yield `MOVERS, MOVERS_DROP_DIR: snapshots come from ${it.MOVERS} or from the folder; unset one`
  if (!it.EODHD_KEY) yield `EODHD_KEY: needed with MOVERS=${it.MOVERS}`
  if (it.SOURCE_USE_HKEX === 'internal')
    yield `MOVERS: subscribers would see the prices of ${it.MOVERS}, which SOURCE_USE_HKEX=internal forbids`
}

/** The operator's program that makes the market's lists; undefined if the built-in method makes them. */
export const listProgram = (config: Config, exchange: ExchangeId): string | undefined =>
  config[`LIST_ENGINE_${exchange}`] || config.LIST_ENGINE || undefined

function* contradictionsOfLists(it: Config) {
  if (it.LIST_NEEDS_TWO && it.LIST_PUBLISHES_ITSELF)
    yield 'LIST_PUBLISHES_ITSELF: a list that needs two people does not publish itself; turn this or LIST_NEEDS_TWO off'
  for (const name of ['LIST_ENGINE', ...exchangeIds.map(id => `LIST_ENGINE_${id}` as const)] as const)
    if (it[name] && !(isAbsolute(it[name]) && existsSync(it[name])))
      yield `${name}: there is no program ${it[name]}; give its whole path`
}

const orPlain = 'or PLAIN_CONNECTIONS=yes where the network between is your own'

function* plainConnections(it: Config) {
  for (const name of databaseAddresses) yield* plainDatabase(it, name)
  const unsafe = unsafeMailOptions(it)
  if (unsafe.length > 0)
    yield `SMTP_URL: ${unsafe.join(', ')} could take the encryption away; take it out of the address, ${orPlain}`
  for (const name of ['SMS_URL', 'OIDC_ISSUER'] as const) {
    const address = URL.parse(it[name])
    if (address && address.protocol !== 'https:' && !mayBePlain(it, address.hostname))
      yield `${name}: must be https, ${orPlain}`
  }
}

function* plainDatabase(it: Config, name: (typeof databaseAddresses)[number]) {
  try {
    if (it[name] && !hostsOf(it[name]).every(host => isDatabaseSafe(it, host)))
      yield `${name}: the connection would not be encrypted, or its certificate not checked; end it with ?sslmode=verify-full and nothing else about TLS but sslrootcert, ${orPlain}`
  } catch (error) {
    yield `${name}: ${(error as Error).message}`
  }
}

/**
 * Whether a connection to this address is local, encrypted with a verified certificate, or allowed to be unencrypted.
 * Parses the address as the client does: a host that begins with a slash is a socket.
 */
function isDatabaseSafe(it: Config, url: string): boolean {
  const client: unknown = new pg.Client(url)
  const { host, ssl } = client as { host: string; ssl: boolean | tls.ConnectionOptions }
  const isChecked =
    ssl === true || (typeof ssl === 'object' && ssl.rejectUnauthorized !== false && !ssl.checkServerIdentity)
  return isChecked || host.startsWith('/') || mayBePlain(it, host)
}

/** Query parameters of the mail server's URL that do not affect encryption. */
const harmlessForMail = new Set(
  'pool maxConnections maxMessages rateDelta rateLimit connectionTimeout greetingTimeout socketTimeout dnsTimeout name localAddress family authMethod tls.servername'.split(
    ' ',
  ),
)

function unsafeMailOptions(it: Config): string[] {
  const address = URL.parse(it.SMTP_URL)
  if (!address || mayBePlain(it, address.hostname)) return []
  return [...address.searchParams.keys()].filter(name => !harmlessForMail.has(name))
}
