import type { Database } from '../db/database.ts'
import type { Locks } from '../db/locks.ts'
import type { Limits } from './limits.ts'
import type { Prices } from './provider/prices.ts'
import type { Provider, ProviderClient } from './provider/provider.ts'

export type Log = { warn(details: object, message: string): void; error(details: object, message: string): void }

/** The dependencies of every billing operation. */
export type BillingContext = {
  database: Database
  provider: Provider
  stripe: ProviderClient
  config: { publicUrl: URL; TRIAL_DAYS: number }
  /** The product clock, in ms since the epoch. */
  now: () => number
  /** The machine's clock, which the payment provider's signatures are checked against. */
  realNow: () => number
  log: Log
  locks: Locks
  prices: Prices
  limits: Limits
  /** A hook for tests: called after each completed step, with the step's name, and awaited. */
  crashAt: (step: string) => void | Promise<void>
}

/** Name of the lock for changing a user's data at the payment provider, and for copying them into our tables. */
export const lockOf = (userId: number) => `billing ${userId}`

/** The URL to which the bank returns the user after 3-D Secure. */
export const returnUrl = ({ config }: BillingContext) => new URL('/subscribe-verify', config.publicUrl).href
