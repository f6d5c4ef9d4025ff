import { randomUUID } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { shownPrice } from '@finlist/domain/fintrainer/scale'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import type { SignInAccount } from './sign-in-account.ts'

/**
 * How a table is exported. `secrets` are the columns left out; `key` is the column with the user's id (default
 * `user_id`); `scale` is SQL for the factor by which the prices of the row `t` were multiplied for the player.
 */
type Kept = { secrets?: string[]; key?: string; scale?: RawBuilder<unknown> }

const priceColumns = ['buy_price', 'sell_price']

/** A row of FinTrainer with the prices that the player saw, rounded exactly as they were shown. */
function asSeen(row: string, scale: number): string {
  const prices = JSON.parse(row, (name, value: unknown) =>
    priceColumns.includes(name) && typeof value === 'number' ? shownPrice(value, scale) : value,
  ) as unknown
  return JSON.stringify(prices)
}

/**
 * Every table with personal data. The columns in `secrets` are our secrets rather than the user's data, and are not
 * exported.
 */
export const personalTables: Record<string, Kept> = {
  users: {},
  user_role: {},
  plan_grant: {},
  billing_customer: {},
  subscription: {},
  invoice: {},
  refund: {},
  dispute: {},
  billing_email: {},
  billing_operation: {},
  billing_quote: {},
  trial_taken: {},
  affiliate_code: {},
  invoice_link: { secrets: ['token_hash'] },
  session: { secrets: ['secret_hash', 'id_token'] },
  account_event: {},
  device: { secrets: ['key_hash'] },
  email_proof: { secrets: ['code_hash'] },
  datafeed_token: { secrets: ['token_hash'] },
  watchlist: {},
  watchlist_stock: {},
  removed_position: {},
  list_view: {},
  stock_mark: {},
  finder_filter_set: {},
  screen: {},
  alert: {},
  inbox_item: {},
  message_read: {},
  channel_choice: {},
  channel_setting: {},
  push_subscription: { secrets: ['auth', 'p256dh'] },
  dispatch: {},
  daily_item: {},
  saved_chart: {},
  chart_memory: {},
  study_template: {},
  game_play: { secrets: ['scale'], scale: sql`t.scale` },
  game_trade: {
    scale: sql`(select p.scale from game_play p
      where (p.user_id, p.playlist_id, p.level_id) = (t.user_id, t.playlist_id, t.level_id))`,
  },
  game_place: {},
  game_off_boards: {},
  video_view: {},
  market_state: { key: 'by_user_id' },
  upload: { key: 'by_user_id' },
  system_message: { key: 'by_user_id' },
  message_withdrawal: { key: 'by_user_id' },
  audit_log: { key: 'by_user_id' },
  config_entry: { key: 'by_user_id' },
  proposal_edit: { key: 'by_user_id' },
}

/**
 * All data of the user as JSON: the rows of every table, and the account at our own sign-in provider. Written row by
 * row to an unlinked temporary file, so that neither a lot of data nor a slow reader occupies memory or a database
 * connection.
 */
export async function personalData(database: Database, account: SignInAccount, userId: number): Promise<Readable> {
  const path = join(tmpdir(), `finlist-export-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await unlink(path)
    const { snapshot } = await database.reports.place({ whole: true })
    await snapshot(async tx => {
      for (const [nth, [table, kept]] of Object.entries(personalTables).entries()) {
        await file.write(`${nth === 0 ? '{' : ','}${JSON.stringify(table)}:[`)
        let begun = false
        for await (const row of rowsOf(tx, table, kept, userId)) {
          await file.write(begun ? `,${row}` : row)
          begun = true
        }
        await file.write(']')
      }
    })
    await file.write(`,"signIn":${JSON.stringify(await account.facts(userId)) ?? 'null'}}`)
    return file.createReadStream({ start: 0 })
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Yields each row as JSON. */
async function* rowsOf(
  tx: Tx,
  table: string,
  { secrets = [], key = 'user_id', scale = sql`null::float8` }: Kept,
  userId: number,
) {
  await sql`declare own no scroll cursor for select (to_jsonb(t) - ${secrets}::text[])::text as row, ${scale} as scale
    from ${sql.table(table)} t where ${sql.ref(key)} = ${userId} limit 100000`.execute(tx)
  for (;;) {
    const { rows } = await sql<{ row: string; scale: number | null }>`fetch 1 from own`.execute(tx)
    if (!rows[0]) break
    const { row, scale: own } = rows[0]
    yield own === null ? row : asSeen(row, own)
  }
  await sql`close own`.execute(tx)
}
