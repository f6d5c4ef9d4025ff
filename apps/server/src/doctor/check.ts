import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'

/** Headings of the operator guide that explain how to fix a finding, with their chapters in docs/operate/. */
export const headings = {
  'Every variable': 'settings',
  'Another issuer': 'connections',
  'Behind a proxy': 'connections',
  'PostgreSQL of your own': 'database',
  'Mail and SMS': 'connections',
  Payments: 'payments',
  'A public demo': 'connections',
  Sources: 'sources',
  'Import data': 'data',
  'Back up and restore': 'database',
  Keys: 'database',
  'The record': 'lists',
  'What to watch': 'health',
  Doctor: 'health',
  Upgrade: 'upgrade',
} as const
export type Heading = keyof typeof headings

/** The result of a check. 'not tried': the check could not be run; the text says why. */
export type Finding = { state: 'ok' | 'wrong' | 'not tried'; text: string; see?: Heading }

export const ok = (text: string): Finding => ({ state: 'ok', text })
export const wrong = (text: string, see: Heading): Finding => ({ state: 'wrong', text, see })
export const notTried = (text: string, see?: Heading): Finding => ({
  state: 'not tried',
  text,
  ...(see !== undefined && { see }),
})

/** The installation that is checked. */
export type Installation = {
  config: Config
  database: Database
  databaseUrl: string
  /** Bearer token for asking the running server how it sees our requests. */
  token: string
  /** Current time, in ms since the epoch. */
  now: number
  /** The recipients of the checks' test e-mail and SMS; undefined if none is to be sent. */
  mailbox: string | undefined
  phone: string | undefined
  /** Asks the operator a question and returns the typed line; undefined in a non-interactive run. */
  askOperator: ((question: string) => Promise<string>) | undefined
}

export type Check = { name: string; run(installation: Installation): Promise<Finding> | Finding }

export const reasonOf = (error: unknown): string => {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } }
  return cause?.message || cause?.code || message || String(error)
}
