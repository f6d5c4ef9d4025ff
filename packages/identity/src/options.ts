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
   * `known`: a request to create an account for an address that already has one. `confirm`: before changing sign-in
   * data.
   */
  purpose: 'sign-in' | 'create' | 'reset' | 'phone' | 'known' | 'confirm' | Notice
  subject: string
  text: string
}

/** Notices sent after an event; `sign-in-link`: strangers used up the attempts, and the link unlocks the sign-in. */
export type Notice =
  | 'password-changed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'factor-on'
  | 'factor-off'
  | 'recovery-made'
  | 'recovery-used'
  | 'sign-in-link'

/** The first key of each list signs; the others are accepted. The signing keys are published. */
export type ProviderKeys = {
  clientId: string
  clientSecret: string
  signing: JWK[]
  cookies: string[]
  codes: string[]
}

/** Who may be sent codes by SMS. Numbers are E.164, countries ISO 3166 codes; an empty list means all. */
type SmsRules = {
  readonly countries: readonly string[]
  readonly newNumbersADay: number
  /** Why the account may not have a code sent to the number now; an allowed number counts as one of the account's. */
  refusal(account: string, phone: string): Promise<{ rule: 'country' | 'numbers'; waitSeconds: number } | undefined>
  /** How long sending is paused for everyone; 0: not paused. */
  pauseSeconds(): Promise<number>
}

export type IdentityOptions = {
  /** Absolute URL with a path and no trailing slash: `http://127.0.0.1:4100/oidc`. The plugin mounts itself there. */
  issuer: string
  /** Pool of a database with the tables; the host applies `identityMigrations`. */
  pool: pg.Pool
  /** The current keys: the same object until one of them changes. */
  keys: () => ProviderKeys
  client: { redirectUris: string[]; postLogoutRedirectUris: string[] }
  /** API scopes the client may request. Granted to everyone; they carry no right. */
  scopes: string[]
  /** The resource the scopes belong to, as an absolute URI. */
  audience: string
  /** Called after the response was sent; a failure is logged and changes nothing. */
  deliver: (message: IdentityMessage) => Promise<void>
  /**
   * Called after a password was set, or a second factor turned on or off, so that the host can end its own sessions.
   */
  credentialsChanged: (subject: string) => Promise<void>
  /** Whether the account needs a second factor to sign in; an account without one is led to set it up. */
  needsSecondFactor: (subject: string) => Promise<boolean>
  /** The clock for codes of authenticator apps, in ms since 1970. */
  now: () => number
  /** The cost of hashing a password or a recovery code. */
  passwordCost: PasswordCost
  /**
   * The most jobs hashed at the same time, waiting per network and waiting in total; defaults to those of `Hashing`.
   */
  hashing?: { atOnce: number; lane: number; all: number }
  brand: string
  /**
   * Text about the product for the sign-in page, a picture (SVG that is safe to send) and a link to a page with more;
   * if omitted, nothing is shown.
   */
  about?: {
    text: { en: string; zh: string }
    picture: (language: Language) => string
    more: { address: string; text: { en: string; zh: string } }
  }
  smsOffered: boolean
  /** If omitted, codes may be sent to every number. */
  sms?: SmsRules
  /** Called after a sign-in number was verified; `before`: the number that it replaces. */
  phoneProved?: (proved: { subject: string; phone: string; before: string | null; language: Language }) => Promise<void>
  /** Accounts that anyone may enter with one click. Empty outside demo mode. */
  oneClick: { email: string; note: { en: string; zh: string } }[]
  /** The page showing messages that are not really sent; the code page links there. Undefined outside demo mode. */
  outbox?: string
}
