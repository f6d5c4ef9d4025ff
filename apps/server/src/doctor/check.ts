import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'

/** Headings of the operator guide that contain the remedies for findings, with their chapters in docs/operate/. */
export const headings = {
  'Every variable': 'settings',
  'Another issuer': 'connections',
  'Behind a proxy': 'connections',
  'PostgreSQL of your own': 'database',
  'Mail and SMS': 'connections',
  Payments: 'payments',
  'A public demo': 'connections',
  'Import data': 'data',
  'Back up and restore': 'database',
  Keys: 'database',
  'The record': 'lists',
  'What to watch': 'health',
  Doctor: 'health',
  Upgrade: 'upgrade',
} as const
export type Heading = keyof typeof headings

/** The result of a check. `not tried`: nothing is known, and the text says why. */
export type Finding = { state: 'ok' | 'wrong' | 'not tried'; text: string; see?: Heading }

export const ok = (text: string): Finding => ({ state: 'ok', text })
export const wrong = (text: string, see: Heading): Finding => ({ state: 'wrong', text, see })
export const notTried = (text: string, see?: Heading): Finding => ({
  state: 'not tried',
  text,
  ...(see !== undefined && { see }),
})

/** The installation being checked. */
export type Installation = {
  config: Config
  database: Database
  databaseUrl: string
  /** Bearer token with which the running server says how our requests arrive. */
  token: string
  /** ms since the epoch. */
  now: number
  /** Where the check's e-mails and SMS are sent; undefined: nothing is sent. */
  mailbox: string | undefined
  phone: string | undefined
  /** Asks the operator, who answers with a line; undefined in a non-interactive run. */
  askOperator: ((question: string) => Promise<string>) | undefined
}

export type Check = { name: string; run(installation: Installation): Promise<Finding> | Finding }

export const reasonOf = (error: unknown): string => {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } }
  return cause?.message || cause?.code || message || String(error)
}
