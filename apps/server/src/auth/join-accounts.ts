import { sql } from 'kysely'
import { audit } from '../db/audit.ts'
import type { Tx } from '../db/database.ts'
import { noteAccountEvent } from './account-events.ts'
import type { Word } from './block.ts'

const reasons = {
  same: 'it is one account',
  'other-address': 'their e-mail addresses differ, or one of them is not proved',
  'both-billed': 'the payment provider knows both: end the plans of one, and have that one erased in its place',
  'both-affiliates': 'both have an affiliate code',
  blocked: 'one of them is blocked',
  staff: 'one of them is of staff',
} as const

/** Thrown if two accounts cannot be joined; neither is changed. */
export class CannotJoin extends Error {
  readonly why: keyof typeof reasons
  constructor(why: keyof typeof reasons) {
    super(reasons[why])
    this.why = why
  }
}

/** Tables whose rows all move to the surviving account. */
const moved = [
  'plan_grant',
  'billing_customer',
  'subscription',
  'invoice',
  'refund',
  'dispute',
  'billing_email',
  'billing_operation',
  'invoice_link',
  'finder_filter_set',
  'screen',
  'alert',
  'saved_chart',
  'datafeed_token',
  'account_event',
]
/**
 * Tables with at most one row per user and combination of values in these columns. If both accounts have a row with the
 * same combination, the surviving account's row is kept.
 */
const movedIfNew: Record<string, readonly string[]> = {
  user_role: ['role'],
  trial_taken: ['product_id', 'card_fingerprint'],
  billing_quote: ['product_id', 'subscription_id', 'period_id', 'promotion_code_id'],
  inbox_item: ['source'],
  message_read: ['message_id'],
  channel_choice: ['kind'],
  channel_setting: [],
  list_view: ['list'],
  stock_mark: ['exchange', 'stock_code'],
  chart_memory: ['exchange', 'stock_code'],
  game_place: ['playlist_id'],
  game_off_boards: [],
  video_view: ['vimeo_id'],
}
/** Tables that are not moved: credentials and undelivered messages. Their rows are deleted with the removed account. */
const ended = ['session', 'device', 'email_proof', 'push_subscription', 'dispatch', 'daily_item']
/** Tables moved by separate statements. */
const copied = [
  'affiliate_code',
  'watchlist',
  'watchlist_stock',
  'removed_position',
  'game_play',
  'game_trade',
  'study_template',
]
/** Every table with user rows. A test compares it with the schema, so that a new table cannot be forgotten. */
export const joinedTables = [...moved, ...Object.keys(movedIfNew), ...ended, ...copied]

type Person = { user_id: number; issuer: string; subject: string }

/**
 * Joins two accounts of one user. The account that is a customer of the payment provider survives, or else the older
 * one. It receives the data of both, and the sign-in identity of the account at `issuer` (or of the newer account if
 * neither is at that issuer). Both must have the same verified e-mail address. Returns the user ids of the surviving
 * and the removed account; throws CannotJoin.
 */
export async function joinAccounts(
  tx: Tx,
  [one, other]: readonly [number, number],
  { issuer, word }: { issuer: string; word: Omit<Word, 'aboutUserId'> },
): Promise<{ stays: number; gone: number }> {
  if (one === other) throw new CannotJoin('same')
  const people = await tx
    .selectFrom('users as u')
    .select(['u.user_id', 'issuer', 'subject', 'email', 'email_proved_at', 'blocked_at'])
    .select(sql<boolean>`exists (select from billing_customer c where c.user_id = u.user_id)`.as('billed'))
    .select(sql<boolean>`exists (select from affiliate_code c where c.user_id = u.user_id)`.as('sells'))
    .where('u.user_id', 'in', [one, other])
    .orderBy('u.user_id')
    .forUpdate()
    .execute()
  const [older, newer] = people
  if (!older || !newer) throw new CannotJoin('same')
  if (people.some(({ email_proved_at }) => email_proved_at === null)) throw new CannotJoin('other-address')
  if (older.email.toLowerCase() !== newer.email.toLowerCase()) throw new CannotJoin('other-address')
  if (people.some(({ blocked_at }) => blocked_at !== null)) throw new CannotJoin('blocked')
  if (older.billed && newer.billed) throw new CannotJoin('both-billed')
  if (older.sells && newer.sells) throw new CannotJoin('both-affiliates')
  const [stays, gone] = newer.billed ? [newer, older] : [older, newer]
  const wayIn = [stays, gone].find(person => person.issuer === issuer) ?? newer
  await handOver(tx, stays.user_id, gone.user_id)
  await replace(tx, stays, gone, wayIn)
  const facts = { gone: gone.user_id, issuer: wayIn.issuer }
  // Both histories are merged already, so one entry is enough.
  await noteAccountEvent(tx, stays.user_id, 'accounts-joined')
  const byUserId = word.byUserId === gone.user_id ? stays.user_id : word.byUserId
  await audit(tx, { ...word, byUserId, aboutUserId: stays.user_id, action: 'accounts-joined', facts })
  return { stays: stays.user_id, gone: gone.user_id }
}

async function handOver(tx: Tx, to: number, from: number) {
  for (const table of moved)
    await sql`update ${sql.table(table)} set user_id = ${to} where user_id = ${from}`.execute(tx)
  for (const [table, columns] of Object.entries(movedIfNew)) {
    const isSame = columns.map(name => sql`and there.${sql.ref(name)} is not distinct from t.${sql.ref(name)}`)
    await sql`update ${sql.table(table)} t set user_id = ${to} where user_id = ${from}
      and not exists (select from ${sql.table(table)} there where there.user_id = ${to} ${sql.join(isSame, sql` `)})`.execute(
      tx,
    )
  }
  await sql`update study_template t set user_id = ${to},
      name = case when exists (select from study_template there where there.user_id = ${to}
        and there.client = t.client and there.name = t.name) then left(name, 50) || ' (' || ${from}::text || ')' else name end
    where user_id = ${from}`.execute(tx)
  await withChildren(tx, {
    parent: 'watchlist',
    key: ['watchlist_id'],
    children: ['watchlist_stock', 'removed_position'],
    to,
    from,
  })
  const ofLevel = ['playlist_id', 'level_id']
  // If both accounts played a level, only the earlier play is kept.
  await sql`delete from game_play t using game_play earlier where t.user_id = ${to} and earlier.user_id = ${from}
    and (earlier.playlist_id, earlier.level_id) = (t.playlist_id, t.level_id) and earlier.started_at < t.started_at`.execute(
    tx,
  )
  // A user may have only one level open, and no level can be replayed. If both accounts have one open, the removed
  // account's level is finished and its open position discarded.
  await sql`update game_play set finished_at = product_now(), buy_day = null, buy_price = null
    where user_id = ${from} and finished_at is null
    and exists (select from game_play open where open.user_id = ${to} and open.finished_at is null)`.execute(tx)
  await withChildren(tx, { parent: 'game_play', key: ofLevel, children: ['game_trade'], to, from })
  await signWith(tx, to, from)
}

/**
 * Moves rows that other tables reference: copies them to the surviving account, repoints the referencing rows, then
 * deletes the originals.
 */
async function withChildren(
  tx: Tx,
  { parent, key, children, to, from }: { parent: string; key: string[]; children: string[]; to: number; from: number },
) {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${parent} and column_name <> 'user_id' order by ordinal_position`.execute(
    tx,
  )
  const columns = sql.join(rows.map(({ name }) => sql.ref(name)))
  const { rows: taken } = await sql<Record<string, unknown>>`
    insert into ${sql.table(parent)} (user_id, ${columns}) overriding system value
    select ${to}, ${columns} from ${sql.table(parent)} where user_id = ${from}
    on conflict do nothing returning ${sql.join(key.map(name => sql.ref(name)))}`.execute(tx)
  for (const row of taken)
    for (const child of children) {
      const isOfIt = sql.join(
        key.map(name => sql`and ${sql.ref(name)} = ${row[name]}`),
        sql` `,
      )
      await sql`update ${sql.table(child)} set user_id = ${to} where user_id = ${from} ${isOfIt}`.execute(tx)
    }
  await sql`delete from ${sql.table(parent)} where user_id = ${from}`.execute(tx)
}

/**
 * Redirects to the surviving account every reference that the removal would set to null, such as the audit log's
 * actions by the user and on the user.
 */
async function signWith(tx: Tx, to: number, from: number) {
  const { rows } = await sql<{ name: string; column: string }>`
    select c.conrelid::regclass::text as name, a.attname as column from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass and c.confdeltype = 'n' and cardinality(c.conkey) = 1`.execute(
    tx,
  )
  for (const { name, column } of rows)
    await sql`update ${sql.table(name)} set ${sql.ref(column)} = ${to} where ${sql.ref(column)} = ${from}`.execute(tx)
}

/**
 * Fills empty profile fields of `stays` from `gone`, deletes `gone`, and gives `stays` the sign-in identity of `wayIn`.
 */
async function replace(tx: Tx, stays: Person, gone: Person, wayIn: Person) {
  await sql`update users stays set
      registered_at = coalesce(stays.registered_at, gone.registered_at), referral = coalesce(stays.referral, gone.referral),
      phone = case when stays.phone = '' then gone.phone else stays.phone end,
      name = case when stays.name = '' then gone.name else stays.name end,
      created_at = least(stays.created_at, gone.created_at), deletion_at = null
    from users gone where stays.user_id = ${stays.user_id} and gone.user_id = ${gone.user_id}`.execute(tx)
  await tx.deleteFrom('users').where('user_id', '=', gone.user_id).execute()
  const { issuer, subject } = wayIn
  await tx.updateTable('users').set({ issuer, subject }).where('user_id', '=', stays.user_id).execute()
}
