import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod/mini'

const text = z._default(z.string().check(z.trim(), z.maxLength(2_000)), '')
const url = z._default(z.union([z.literal(''), z.url()]), '')
const count = (fallback: number, minimum: number, maximum: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(minimum), z.maximum(maximum)), fallback)
const yes = z.pipe(
  z._default(z.enum(['yes', 'no']), 'no'),
  z.transform(word => word === 'yes'),
)

/** Every variable the server reads, with its default. docs/operate.md says what each is for. */
const environment = z.object({
  PORT: count(4100, 1, 64_535),
  HOST: text,
  DATA_DIR: z._default(z.string().check(z.minLength(1)), '.data'),
  DATABASE_URL: z._default(z.union([z.literal(''), z.string().check(z.regex(/^postgres(ql)?:\/\//))]), ''),
  PUBLIC_URL: url,
  TRUSTED_PROXIES: count(0, 0, 10),
  LOG_LEVEL: z._default(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent', '']), ''),

  DEMO_DATA: z._default(z.enum(['on', 'off']), 'on'),
  DEMO_PUBLIC: yes,

  OIDC_ISSUER: url,
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_TRUST_EMAIL: yes,
  OIDC_ROLE_CLAIMS: yes,

  STRIPE_SECRET_KEY: text,

  SMTP_URL: z._default(z.union([z.literal(''), z.string().check(z.regex(/^smtps?:\/\//))]), ''),
  MAIL_FROM: text,
  SMS_URL: url,
  SMS_TOKEN: text,

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
  ANALYTICS_ID: text,
  PIXEL_ID: text,
})
type Environment = z.output<typeof environment>

export type Config = Environment & {
  publicUrl: URL
  host: string
  dataDir: string
  /** Invented data, one-click accounts, the outbox: never where the public can reach it unless the operator said so. */
  demo: boolean
  /** No issuer was configured: our own provider answers at `<public URL>/oidc`. */
  embeddedIdentity: boolean
  issuer: string
}

/** What is wrong with the configuration, a line each, every line naming its variable. */
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

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Reads and checks the environment. Throws ConfigError; nothing has been touched by then. */
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
    host: it.HOST || (local ? '127.0.0.1' : '0.0.0.0'),
    dataDir: resolve(it.DATA_DIR),
    demo: local || it.DEMO_PUBLIC,
    embeddedIdentity: it.OIDC_ISSUER === '',
    issuer: it.OIDC_ISSUER || new URL('/oidc', publicUrl).href,
  }
  const lines = [...contradictions(config, local)]
  if (lines.length > 0) throw new ConfigError(lines)
  return config
}

function* contradictions(it: Config, local: boolean) {
  if (refusedByBrowsers.has(it.PORT)) yield `PORT: browsers refuse to open port ${it.PORT}; choose another`
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
  if (!it.demo && !it.SMTP_URL)
    yield 'SMTP_URL: needed outside demo mode; without it no code can be sent (smtp://host:587)'
  if (it.SMTP_URL && !it.MAIL_FROM) yield 'MAIL_FROM: needed with SMTP_URL'
  if (it.GEOIP_DB_PATH && !existsSync(it.GEOIP_DB_PATH)) yield `GEOIP_DB_PATH: there is no file ${it.GEOIP_DB_PATH}`
}

const forms: Record<string, string> = {
  DATABASE_URL: 'postgres://user:password@host:5432/name',
  SMTP_URL: 'smtp://user:password@host:587',
  PORT: 'a number from 1 to 64535 (the payment stand-in listens 1000 above)',
}

function meant(issue: z.core.$ZodIssue): string {
  const form = forms[String(issue.path[0])]
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
