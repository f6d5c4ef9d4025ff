import { sql } from 'kysely'
import type { SignInAccount } from '../../access/sign-in-account.ts'
import type { Database } from '../../db/database.ts'

/** Every table that holds something of a person, and its columns that are secrets of ours and not theirs. */
export const personalTables: Record<string, { secrets?: string[]; key?: string }> = {
  users: {},
  user_role: {},
  holding: {},
  billing_customer: {},
  subscription: {},
  invoice: {},
  refund: {},
  billing_letter: {},
  billing_operation: {},
  billing_quote: {},
  trial_taken: {},
  affiliate_code: {},
  invoice_link: { secrets: ['token_hash'] },
  session: { secrets: ['secret_hash', 'id_token'] },
  device: { secrets: ['key_hash'] },
  email_proof: { secrets: ['code_hash'] },
  watchlist: {},
  watchlist_stock: {},
  finder_filter_set: {},
  saved_chart: {},
  study_template: {},
  game_play: {},
  game_trade: {},
  game_place: {},
  video_view: {},
  market_state: { key: 'by_user_id' },
  upload: { key: 'by_user_id' },
  system_message: { key: 'by_user_id' },
  message_withdrawal: { key: 'by_user_id' },
  audit_log: { key: 'by_user_id' },
  config_entry: { key: 'by_user_id' },
}

/** All rows of the person, table by table, and what our own provider holds. */
export async function personalData(database: Database, account: SignInAccount, userId: number) {
  const data: Record<string, unknown> = {}
  for (const [table, { secrets = [], key = 'user_id' }] of Object.entries(personalTables)) {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(t) - ${secrets}::text[] as row from ${sql.table(table)} t where ${sql.ref(key)} = ${userId} limit 100000`.execute(
      database.db,
    )
    data[table] = rows.map(({ row }) => row)
  }
  return { ...data, signIn: await account.facts(userId) }
}
