import type { Language } from '@finlist/i18n/languages'
import type { JWK } from 'oidc-provider'
import type pg from 'pg'
import type { PasswordCost } from './password.ts'

export type IdentityMessage = {
  channel: 'email' | 'sms'
  /** An e-mail address or an E.164 number. */
  to: string
  language: Language
  /**
   * `known`: somebody asked to create an account for an address that already has one. `confirm`: the code that verifies
   * the user before a change of sign-in data.
   */
  purpose: 'sign-in' | 'create' | 'reset' | 'phone' | 'known' | 'confirm' | Notice
  subject: string
  text: string
}

/**
 * Notices that are sent after an event. `sign-in-link`: strangers have used up the attempts on the account, and the
 * link unlocks the sign-in.
 */
export type Notice =
  | 'password-changed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'factor-on'
  | 'factor-off'
  | 'recovery-made'
  | 'recovery-used'
  | 'sign-in-link'

/** The first key of each list signs; the others are only accepted. The signing keys are published. */
export type ProviderKeys = {
  clientId: string
  clientSecret: string
  signing: JWK[]
  cookies: string[]
  codes: string[]
}

/** The rules for sending codes by SMS. Numbers are E.164, countries ISO 3166 codes; an empty list means all. */
type SmsRules = {
  readonly countries: readonly string[]
  readonly newNumbersADay: number
  /**
   * The reason why no code may be sent to the number for the account now. Undefined if one may be sent; the number then
   * counts as one of the account's.
   */
  refusal(account: string, phone: string): Promise<{ rule: 'country' | 'numbers'; waitSeconds: number } | undefined>
  /** The number of seconds for which sending is paused for everyone; 0 if it is not. */
  pauseSeconds(): Promise<number>
}

export type IdentityOptions = {
  /**
   * Absolute URL with a path and without a trailing slash, such as `http://127.0.0.1:4100/oidc`. The plugin is mounted
   * there.
   */
  issuer: string
  /** Pool of a database that has the tables. The host applies `identityMigrations`. */
  pool: pg.Pool
  /** The current keys. Returns the same object until one of the keys changes. */
  keys: () => ProviderKeys
  client: { redirectUris: string[]; postLogoutRedirectUris: string[] }
  /** The API scopes that the client may request. Everyone is granted them; they give no rights. */
  scopes: string[]
  /** The resource that the scopes belong to, as an absolute URI. */
  audience: string
  /** Called after the response has been sent. A failure is logged and has no other effect. */
  deliver: (message: IdentityMessage) => Promise<void>
  /**
   * Called after a password has been set, or a second factor turned on or off, so that the host can end its own
   * sessions.
   */
  credentialsChanged: (subject: string) => Promise<void>
  /**
   * Whether the account needs a second factor to sign in. If it needs one and has none, the user is led to set one
   * up.
   */
  needsSecondFactor: (subject: string) => Promise<boolean>
  /** The clock for codes of authenticator apps, in ms since the epoch. */
  now: () => number
  /** The cost of hashing a password or a recovery code. */
  passwordCost: PasswordCost
  /**
   * Limits on hashing: jobs running at the same time (`atOnce`), waiting per network (`lane`) and waiting in total
   * (`all`). The defaults are in `Hashing`.
   */
  hashing?: { atOnce: number; lane: number; all: number }
  brand: string
  /**
   * What the sign-in page shows about the product: a text, a picture (SVG that is safe to send) and a link to a page
   * with more. If omitted, nothing is shown.
   */
  about?: {
    text: { en: string; zh: string }
    picture: (language: Language) => string
    more: { address: string; text: { en: string; zh: string } }
  }
  smsOffered: boolean
  /** If omitted, codes may be sent to all numbers. */
  sms?: SmsRules
  /** Called after a phone number for signing in has been verified. `before` is the number that it replaces. */
  phoneProved?: (proved: { subject: string; phone: string; before: string | null; language: Language }) => Promise<void>
  /** The accounts that anyone can sign in to with one click. Empty except in demo mode. */
  oneClick: { email: string; note: { en: string; zh: string } }[]
  /**
   * The page that shows messages that are not really sent; the code page links to it. Undefined except in demo mode.
   */
  outbox?: string
}
