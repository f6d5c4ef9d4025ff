import { hash } from 'node:crypto'
import { createRequire } from 'node:module'
import { sourceNames, sourceUses } from '@finlist/contract/staff/overview'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { type Cosigner, readVerifierKey } from '@finlist/domain/record/cosignature'
import * as z from 'zod/mini'

const require = createRequire(import.meta.url)
/** Loads the country table lazily, because the setting is rarely used. */
const isCountry = (code: string) =>
  (require('libphonenumber-js/max') as typeof import('libphonenumber-js/max')).isSupportedCountry(code)

const text = z._default(z.string().check(z.trim(), z.maxLength(2_000)), '')
const url = z._default(z.union([z.literal(''), z.url()]), '')
const key = (beginning: RegExp) =>
  z._default(z.union([z.literal(''), z.string().check(z.regex(beginning), z.maxLength(500))]), '')
const databaseAddress = z._default(z.union([z.literal(''), z.string().check(z.regex(/^postgres(ql)?:\/\//))]), '')
const videoId = z._default(z.string().check(z.regex(/^[A-Za-z0-9_-]{0,64}$/)), '')
const count = (fallback: number, minimum: number, maximum: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(minimum), z.maximum(maximum)), fallback)
/** ISO 3166 country codes, comma-separated. */
const countries = z.pipe(
  text,
  z.transform((list, context) => {
    const codes = list
      .split(',')
      .map(code => code.trim().toUpperCase())
      .filter(Boolean)
    const unknown = codes.find(code => !isCountry(code))
    if (unknown !== undefined) context.issues.push({ code: 'custom', input: list })
    return codes
  }),
)
/** HK dollars per month; empty: the plan is not sold. */
const monthlyPrice = z.pipe(
  z._default(z.union([z.literal(''), z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000))]), ''),
  z.transform(price => (price === '' ? null : price)),
)
/** Percentage of the revenue made with an affiliate's code; empty: no commission is shown. */
const percent = z.pipe(
  z._default(z.union([z.literal(''), z.coerce.number().check(z.minimum(0), z.maximum(100), z.multipleOf(0.01))]), ''),
  z.transform(rate => (rate === '' ? null : rate)),
)
/** The step between two prices. Prices have up to four decimals. */
const priceStep = (fallback: number) =>
  z._default(z.coerce.number().check(z.minimum(0.0001), z.maximum(1), z.multipleOf(0.0001)), fallback)
/** Seconds; empty: the default, which differs in demo mode. */
const seconds = z.pipe(
  z._default(z.union([z.literal(''), z.coerce.number().check(z.int(), z.minimum(0), z.maximum(300))]), ''),
  z.transform(count => (count === '' ? null : count)),
)
/** The number of proxies; empty: not set. */
const proxies = z.pipe(
  z._default(z.union([z.literal(''), z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10))]), ''),
  z.transform(count => (count === '' ? null : count)),
)
const yes = z.pipe(
  z._default(z.enum(['yes', 'no']), 'no'),
  z.transform(word => word === 'yes'),
)
/** Host names, comma-separated; a leading `*.` matches any subdomain label. */
const hosts = (fallback: string) =>
  z.pipe(
    z._default(
      z
        .string()
        .check(
          z.trim(),
          z.toLowerCase(),
          z.maxLength(2_000),
          z.regex(/^(\*\.)?[a-z0-9.-]+\.[a-z]{2,}(\s*,\s*(\*\.)?[a-z0-9.-]+\.[a-z]{2,})*$/),
        ),
      fallback,
    ),
    z.transform(list => list.split(',').map(host => host.trim())),
  )
/** OpenID scopes, space-separated, sent to the issuer; empty: the product's default. */
const scopeNames = z._default(
  z.union([
    z.literal(''),
    z.string().check(z.trim(), z.maxLength(1_000), z.regex(/^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/)),
  ]),
  '',
)
const onOff = z.pipe(
  z._default(z.enum(['on', 'off']), 'off'),
  z.transform(word => word === 'on'),
)

/** The sources from which a market's prices can be fetched automatically. */
const sourceName = z._default(z.enum(['', ...sourceNames]), '')
const sourceUse = z._default(z.enum(['', ...sourceUses]), '')
/** URL template of a request: {date} and {code} are filled in. */
const template = z._default(
  z.union([z.literal(''), z.string().check(z.regex(/^https?:\/\/\S+$/), z.maxLength(1_000))]),
  '',
)
/** The columns of a file of daily bars. */
const barColumns = ['stockCode', 'date', 'open', 'high', 'low', 'close', 'volume'] as const
/** The source's own names for the columns: `date=Day,open=Open`. */
const columnNames = z.pipe(
  text,
  z.transform((written, context) => {
    const names: Partial<Record<(typeof barColumns)[number], string>> = {}
    for (const pair of written.split(',').filter(part => part.trim() !== '')) {
      const [ours = '', theirs = ''] = pair.split('=').map(part => part.trim())
      const column = barColumns.find(name => name === ours)
      if (column && theirs) names[column] = theirs
      else context.issues.push({ code: 'custom', input: written })
    }
    return names
  }),
)
/**
 * Trading costs in percent of the price: buying, selling, and bid-ask spread, as in `0.25/0.25/0.15`; empty: the
 * market's usual costs.
 */
const tradingCosts = z._default(
  z.union([z.literal(''), z.string().check(z.regex(/^\d(\.\d{1,4})?(\/\d(\.\d{1,4})?){2}$/))]),
  '',
)
const mostWitnesses = 8
/** Witnesses that countersign the record's checkpoints, comma-separated; each a URL and a verifier key. */
const witnesses = z.pipe(
  z._default(z.string().check(z.trim(), z.maxLength(4_000)), ''),
  z.transform((written, context) => {
    const parts = written.split(',').filter(part => part.trim() !== '')
    const named = parts.flatMap(part => witnessOf(part.trim()) ?? [])
    const isTwice = new Set(named.map(({ name }) => name)).size < named.length
    if (named.length < parts.length || parts.length > mostWitnesses || isTwice)
      context.issues.push({ code: 'custom', input: written })
    return named
  }),
)

/** A witness, set as `https://witness.example/ witness.example+hash+key`. Plain http is allowed only for 127.0.0.1. */
export type Witness = Cosigner & { url: URL }

function witnessOf(text: string): Witness | undefined {
  const [, address, verifierKey] = /^(https:\/\/[^\s@?#]+|http:\/\/127\.0\.0\.1:\d+[^\s@?#]*)\s+(\S+)$/.exec(text) ?? []
  const cosigner = readVerifierKey(verifierKey ?? '', data => hash('sha256', data, 'buffer'))
  const url = address && URL.canParse(address) ? new URL(address.endsWith('/') ? address : `${address}/`) : undefined
  return cosigner && url && { ...cosigner, url }
}
/** One variable per market, with the market's id at the end of its name. */
const ofEachMarket = <Name extends string, Schema>(name: Name, schema: Schema) =>
  Object.fromEntries(exchangeIds.map(id => [`${name}_${id}`, schema])) as Record<`${Name}_${ExchangeId}`, Schema>

/** Every environment variable that the server reads, with its default. docs/operate/settings.md describes each. */
export const environment = z.object({
  NODE_ENV: text,
  PORT: count(4100, 1, 64_535),
  HOST: text,
  DATA_DIR: z._default(z.string().check(z.minLength(1)), '.data'),
  DATABASE_URL: databaseAddress,
  DATABASE_LISTEN_URL: databaseAddress,
  DATABASE_REPORTS_URL: databaseAddress,
  PLAIN_CONNECTIONS: yes,
  PUBLIC_URL: url,
  HSTS_SUBDOMAINS: yes,
  TRUSTED_PROXIES: proxies,
  WORKERS: count(1, 1, 64),
  DRAIN_SECONDS: seconds,
  LOG_LEVEL: z._default(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent', '']), ''),

  DEMO_DATA: z._default(z.enum(['on', 'off']), 'on'),
  DEMO_PUBLIC: yes,

  OIDC_ISSUER: url,
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_SCOPES: scopeNames,
  OIDC_TRUST_EMAIL: yes,
  OIDC_ROLE_CLAIMS: yes,
  SECOND_FACTOR: z._default(z.enum(['', 'offered', 'staff', 'everybody']), ''),

  PAYMENTS: z._default(z.enum(['', 'sandbox']), ''),
  STRIPE_SECRET_KEY: key(/^(sk|rk)_(test|live)_/),
  STRIPE_PUBLISHABLE_KEY: key(/^pk_(test|live)_/),
  STRIPE_WEBHOOK_SECRET: key(/^whsec_/),
  STRIPE_DASHBOARD_URL: url,
  HALF_YEAR_PRICE_HK: monthlyPrice,
  HALF_YEAR_PRICE_OTHER: monthlyPrice,
  SUNDAY_CLUB_PRICE: monthlyPrice,
  TRIAL_DAYS: count(0, 0, 365),
  UPLOAD_FILES_DAYS: count(90, 1, 3_650),
  AFFILIATE_RATE: percent,

  SMTP_URL: z._default(z.union([z.literal(''), z.string().check(z.regex(/^smtps?:\/\//))]), ''),
  MAIL_FROM: text,
  SMS_URL: url,
  SMS_TOKEN: text,
  SMS_COUNTRIES: countries,
  SMS_PER_HOUR: count(100, 1, 100_000),

  PUSH: onOff,
  PUSH_SERVICES: hosts('fcm.googleapis.com,updates.push.services.mozilla.com,web.push.apple.com,*.notify.windows.com'),

  ADMIN_EMAILS: z.pipe(
    text,
    z.transform(list =>
      list
        .split(',')
        .map(email => email.trim().toLowerCase())
        .filter(Boolean),
    ),
  ),
  ACTIVE_DEVICE_LIMIT: count(3, 1, 100),
  GEOIP_DB_PATH: text,
  MOVERS: z._default(z.enum(['', 'eodhd']), ''),
  MOVERS_DROP_DIR: text,
  INCOMING_DIR: text,
  ...ofEachMarket('SOURCE', sourceName),
  ...ofEachMarket('SOURCE_USE', sourceUse),
  ...ofEachMarket('SOURCE_URL', template),
  ...ofEachMarket('SOURCE_COLUMNS', columnNames),
  EODHD_KEY: text,
  EODHD_URL: z._default(z.url(), 'https://eodhd.com/api'),
  EODHD_PER_MINUTE: count(600, 1, 10_000),
  J_QUANTS_KEY: text,
  J_QUANTS_URL: z._default(z.url(), 'https://api.jquants.com/v2'),
  J_QUANTS_PER_MINUTE: count(60, 1, 10_000),
  FINMIND_KEY: text,
  FINMIND_URL: z._default(z.url(), 'https://api.finmindtrade.com/api/v4'),
  FINMIND_PER_MINUTE: count(10, 1, 10_000),
  RATES: z._default(z.enum(['', 'ecb']), ''),
  ECB_URL: url,
  FUNDAMENTALS_HKEX: z._default(z.enum(['', 'eodhd']), ''),
  FUNDAMENTALS_US: z._default(z.enum(['', 'sec', 'eodhd']), ''),
  FUNDAMENTALS_CN: z._default(z.enum(['', 'eodhd']), ''),
  FUNDAMENTALS_TW: z._default(z.enum(['', 'eodhd']), ''),
  SEC_CONTACT: z._default(z.string().check(z.regex(/^[\x20-\x7e]*$/), z.maxLength(200)), ''),
  SEC_URL: url,
  SEC_PER_MINUTE: count(120, 1, 600),
  ...ofEachMarket('TRADING_COSTS', tradingCosts),
  TRACK_RECORD: z._default(z.enum(['on', 'off']), 'on'),
  PUBLIC_PICK: z._default(z.enum(['on', 'off']), 'on'),
  RECORD_WITNESSES: witnesses,
  LIST_NEEDS_TWO: onOff,
  LIST_PUBLISHES_ITSELF: onOff,
  LIST_ENGINE: text,
  ...ofEachMarket('LIST_ENGINE', text),
  BACKUP_DIR: text,
  BACKUP_KEY_FILE: text,

  BRAND: z._default(z.string().check(z.minLength(1), z.maxLength(40)), 'FinList'),
  BADGE_TEXT: z._default(z.string().check(z.maxLength(40)), 'Genuine'),
  BADGE_TOOLTIP: z._default(z.string().check(z.maxLength(100)), 'Amelia'),
  WEBSITE_URL: url,
  SOCIAL_URL: url,
  WHATSAPP: z._default(z.string().check(z.regex(/^(\+?\d{6,15})?$/)), ''),
  SERVICE_EMAIL: z._default(z.union([z.literal(''), z.email()]), ''),
  SERVICE_PHONE: text,
  TERMS_URL: url,
  PRIVACY_URL: url,
  REFERRAL_PERSON_LABEL_EN: z._default(z.string().check(z.maxLength(80)), 'A talk or show by our presenter'),
  REFERRAL_PERSON_LABEL_ZH: z._default(z.string().check(z.maxLength(80)), '我們主持的講座或節目'),
  FINDER_COLUMNS: z._default(z.enum(['full', 'percival-only']), 'full'),
  SHAREHOLDING_FORBIDDEN_VIEW: z._default(z.enum(['upgrade', 'error']), 'upgrade'),
  BUY_PRICE_STEP_FINLIST: priceStep(0.0001),
  BUY_PRICE_STEP_FINDER: priceStep(0.01),
  GLOBAL_CHART_WIDGET_URL: url,
  GAME_AUTO_MOVE_DAYS: count(0, 0, 10_000),
  VIDEO_EMBED_URL: z._default(
    z.string().check(z.regex(/^https?:\/\/[^\s{}]+\{id\}[^\s{}]*$/), z.maxLength(300)),
    'https://player.vimeo.com/video/{id}',
  ),
  FAQ_VIDEO_IOS: videoId,
  FAQ_VIDEO_ANDROID: videoId,
  FAQ_VIDEO_CLUB: videoId,
  ANALYTICS_ID: text,
  PIXEL_ID: text,
  DATAFEED_TOKENS: yes,
  METRICS_TOKEN: z._default(z.union([z.literal(''), z.string().check(z.regex(/^[\x21-\x7e]{16,200}$/))]), ''),
})
export type Environment = z.output<typeof environment>

const databaseForm = 'postgres://user:password@host:5432/name'
const pricePerMonth = 'whole HK dollars per month, at most 100000; empty: not sold'
const forms: Record<string, string> = {
  DATABASE_URL: databaseForm,
  DATABASE_LISTEN_URL: databaseForm,
  DATABASE_REPORTS_URL: databaseForm,
  SMTP_URL: 'smtp://user:password@host:587',
  PUSH_SERVICES: 'host names by commas, *. for any name before it (fcm.googleapis.com,*.notify.windows.com)',
  OIDC_SCOPES: 'scopes by single spaces (openid email profile)',
  SMS_COUNTRIES: 'two-letter codes of countries, by commas (HK,MO,SG)',
  VIDEO_EMBED_URL: 'an address with {id} where the video’s id goes (https://player.vimeo.com/video/{id})',
  ...Object.fromEntries(
    exchangeIds.map(id => [`TRADING_COSTS_${id}`, 'percent to buy, to sell, and of the spread (0.25/0.25/0.15)']),
  ),
  PORT: 'a number from 1 to 64535 (test payments listen 1000 above)',
  WORKERS: 'how many processes take calls, 1 to 64',
  TRUSTED_PROXIES: 'the number of proxies in front of the server, 0 to 10',
  DRAIN_SECONDS: 'whole seconds, 0 to 300; empty: 5, or 0 in demo mode',
  STRIPE_SECRET_KEY: 'sk_live_..., sk_test_... or a restricted key rk_...',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_... or pk_test_...',
  STRIPE_WEBHOOK_SECRET: 'whsec_...',
  METRICS_TOKEN: 'at least 16 characters, without spaces',
  HALF_YEAR_PRICE_HK: pricePerMonth,
  HALF_YEAR_PRICE_OTHER: pricePerMonth,
  SUNDAY_CLUB_PRICE: pricePerMonth,
  SEC_CONTACT: 'your name and an e-mail address, in Latin letters (Example Ltd admin@finlist.example)',
  RECORD_WITNESSES:
    'pairs of an https address and a verifier key (https://witness.example/ witness.example+hash+key), by commas, at most 8',
  AFFILIATE_RATE: 'percent of the income with a code, 0 to 100 with two decimals; empty: not told',
}

const columnsForm = 'pairs of our column and theirs, by commas (date=Day,open=Open)'

/** Describes the values that a variable accepts, for operators. */
export function meant(issue: z.core.$ZodIssue): string {
  const name = String(issue.path[0])
  const form = forms[name] ?? (name.startsWith('SOURCE_COLUMNS_') ? columnsForm : undefined)
  if (form) return form
  switch (issue.code) {
    case 'invalid_value':
      return `one of ${issue.values.map(value => String(value) || '(empty)').join(', ')}`
    case 'too_small':
      return `at least ${issue.minimum}`
    case 'too_big':
      return `at most ${issue.maximum}`
    case 'invalid_type':
      return `a ${issue.expected}`
    default:
      return 'not a valid value'
  }
}
