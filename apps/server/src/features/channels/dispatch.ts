import type { Selectable } from 'kysely'
import type { People } from '../../auth/people.ts'
import type { Config } from '../../config.ts'
import type { Database, Db, Tx } from '../../db/database.ts'
import type { Keys } from '../../db/keys.ts'
import type { Tables } from '../../db/tables.ts'
import type { Message } from '../../notifications/delivery.ts'
import type { ConnectPush } from './push-service.ts'

export type DispatcherParts = {
  database: Database
  config: Config
  keys: Keys
  people: Pick<People, 'find'>
  /** Delivers an e-mail, within the transaction if possible; throws on failure. */
  deliver(message: Message, tx: Tx): Promise<void>
  /** The record's head (newest entry) as one line; undefined while the record is empty. */
  headLine(db: Db): Promise<string | undefined>
  connectPush?: ConnectPush | undefined
  lookEveryMs?: number | undefined
  now: () => number
  /** The machine's clock, which push services check against. */
  realNow: () => number
  log: { warn(details: object, message: string): void; error(details: object, message: string): void }
}

export type Dispatch = Selectable<Tables['dispatch']>
export type Outcome =
  | { state: 'sent'; items?: number[] }
  | { state: 'dropped' | 'failed'; why: string; gone?: number; refusing?: string }
  /** The user's quiet hours are in effect; the message is sent when they end. */
  | { state: 'quiet'; until: Date }
  | { state: 'waiting'; why: string; until?: Date | undefined; paused?: number }
