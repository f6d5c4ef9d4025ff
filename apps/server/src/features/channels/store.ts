import { chosenKinds, type MailChoice } from '@finlist/contract/channels'
import type { AlertKind } from '@finlist/domain/alerts/kind-names'
import type { Language } from '@finlist/i18n/languages'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { Item } from './told.ts'

/** Maximum push subscriptions per user; one more replaces the oldest. */
const mostSubscriptions = 10

export type Choice = { kind: AlertKind; mail: MailChoice; push: boolean }

/** The user's choice for every kind of notification; kinds without a stored choice go to the inbox only. */
export async function readChoices(db: Db, userId: number): Promise<Choice[]> {
  const rows = await db.selectFrom('channel_choice').selectAll().where('user_id', '=', userId).execute()
  const chosen = new Map(rows.map(({ kind, mail, push }) => [kind, { mail, push }]))
  return chosenKinds.map(kind => ({ kind, ...(chosen.get(kind) ?? { mail: 'off', push: false }) }))
}

export async function readSetting(db: Db, userId: number) {
  return await db.selectFrom('channel_setting').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

export async function saveChoices(tx: Tx, userId: number, choices: readonly Choice[]): Promise<void> {
  // If a kind is given twice, the last one counts.
  const byKind = new Map(choices.map(choice => [choice.kind, choice]))
  if (byKind.size === 0) return
  await tx
    .insertInto('channel_choice')
    .values([...byKind.values()].map(choice => ({ user_id: userId, ...choice })))
    .onConflict(conflict =>
      conflict
        .columns(['user_id', 'kind'])
        .doUpdateSet(({ ref }) => ({ mail: ref('excluded.mail'), push: ref('excluded.push') })),
    )
    .execute()
}

type SettingChange = Partial<{
  quiet_zone: string | null
  quiet_from: number | null
  quiet_until: number | null
  weekly: boolean
  push_names_prices: boolean
  no_daily: boolean
  refused_email: string | null
  refused_at: Date | null
}>

export async function saveSetting(tx: Db, userId: number, change: SettingChange): Promise<void> {
  if (Object.keys(change).length === 0) return
  await tx
    .insertInto('channel_setting')
    .values({ user_id: userId, ...change })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(change))
    .execute()
}

/** Turns off e-mail of every kind. */
export async function endMail(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('channel_choice').set({ mail: 'off' }).where('user_id', '=', userId).execute()
}

export async function endMailOf(tx: Tx, userId: number, kind: AlertKind): Promise<void> {
  await tx
    .updateTable('channel_choice')
    .set({ mail: 'off' })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .execute()
}

export async function takesProductNotifications(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('product_notifications')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.product_notifications
}

/** Whether PostgreSQL, which evaluates the quiet hours, knows the time zone. */
export async function knowsZone(db: Db, zone: string): Promise<boolean> {
  return await sql`select now() at time zone ${zone}`.execute(db).then(
    () => true,
    (error: { code?: string }) => {
      if (error.code === '22023') return false
      throw error
    },
  )
}

type NewSubscription = { endpoint: string; p256dh: string; auth: string; keyId: string }

/**
 * Upserts the push subscription for this session, even if another user had it: a browser keeps its endpoint and keys
 * when another user signs in. If the endpoint is stored with other keys, returns false without a change: knowing an
 * endpoint must not be enough to redirect another user's messages.
 */
export async function saveSubscription(
  tx: Tx,
  { userId, sessionId }: { userId: number; sessionId: string },
  { endpoint, p256dh, auth, keyId }: NewSubscription,
): Promise<boolean> {
  const known = await tx
    .selectFrom('push_subscription')
    .select(['p256dh', 'auth', 'user_id'])
    .where('endpoint', '=', endpoint)
    .forUpdate()
    .executeTakeFirst()
  if (known && known.user_id !== userId && (known.p256dh !== p256dh || known.auth !== auth)) return false
  await tx.deleteFrom('push_subscription').where('endpoint', '=', endpoint).execute()
  await tx
    .insertInto('push_subscription')
    .values({ user_id: userId, session_id: sessionId, endpoint, p256dh, auth, key_id: keyId })
    .execute()
  await sql`delete from push_subscription where user_id = ${userId} and subscription_id not in (
    select subscription_id from push_subscription where user_id = ${userId}
    order by subscription_id desc limit ${mostSubscriptions})`.execute(tx)
  return true
}

export async function endSubscription(db: Db, userId: number, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscription').where('user_id', '=', userId).where('endpoint', '=', endpoint).execute()
}

/** The user to notify, and their settings. */
export type Recipient = {
  userId: number
  language: Language
  name: string
  /** Null if the user has no verified address, or if the address's mail server rejects our e-mails. */
  email: string | null
  blocked: boolean
  productNotifications: boolean
  weekly: boolean
  noDaily: boolean
  pushNamesPrices: boolean
  /** The end of the quiet hours if they are in effect, otherwise null. */
  quietUntil: Date | null
  choices: Partial<Record<string, { mail: MailChoice; push: boolean }>>
}

export async function readRecipient(db: Db, userId: number, at: Date): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select u.user_id as "userId", coalesce(u.language, 'en') as language, u.name,
      case when u.email_proved_at is not null and s.refused_email is distinct from lower(u.email)
        then u.email end as email,
      u.blocked_at is not null as blocked, u.product_notifications as "productNotifications",
      coalesce(s.weekly, false) as weekly, coalesce(s.no_daily, false) as "noDaily",
      coalesce(s.push_names_prices, false) as "pushNamesPrices",
      quiet_until(s.quiet_zone, s.quiet_from, s.quiet_until, ${at}) as "quietUntil",
      coalesce((select jsonb_object_agg(kind, jsonb_build_object('mail', mail, 'push', push))
        from channel_choice c where c.user_id = u.user_id), '{}') as choices
    from users u left join channel_setting s using (user_id) where u.user_id = ${userId}`.execute(db)
  return rows[0]
}

export async function readItem(db: Db, itemId: number): Promise<Item | undefined> {
  return await db.selectFrom('inbox_item').selectAll().where('item_id', '=', itemId).executeTakeFirst()
}

/** Returns the subscription if its session has not ended. */
export async function readSubscription(db: Db, subscriptionId: number, at: Date) {
  return await db
    .selectFrom('push_subscription as p')
    .innerJoin('session as s', join =>
      join.onRef('s.user_id', '=', 'p.user_id').onRef('s.session_id', '=', 'p.session_id'),
    )
    .selectAll('p')
    .where('p.subscription_id', '=', subscriptionId)
    .where('s.expires_at', '>', at)
    .executeTakeFirst()
}

export async function forgetSubscriptions(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await db
      .deleteFrom('push_subscription')
      .where('subscription_id', 'in', [...ids])
      .execute()
}

/** Pauses sending to the browser until `until`. */
export async function pauseSubscription(db: Db, subscriptionId: number, until: Date): Promise<void> {
  await db
    .updateTable('push_subscription')
    .set({ wait_until: until })
    .where('subscription_id', '=', subscriptionId)
    .execute()
  await sql`update dispatch set try_at = ${until} where dispatch_id in (
    select dispatch_id from dispatch
    where subscription_id = ${subscriptionId} and state = 'waiting' and try_at < ${until}
    for update skip locked)`.execute(db)
}

/** The items of the market's next daily e-mail, oldest first. */
export async function readDailyItems(db: Db, userId: number, exchange: string, most: number): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select i.* from daily_item d join inbox_item i using (item_id)
    where d.user_id = ${userId} and d.exchange = ${exchange} and d.dispatch_id is null
    order by i.item_id limit ${most}`.execute(db)
  return rows
}

export async function markInLetter(tx: Tx, dispatchId: number, itemIds: readonly number[]): Promise<void> {
  await tx
    .updateTable('daily_item')
    .set({ dispatch_id: dispatchId })
    .where('item_id', 'in', [...itemIds])
    .execute()
}

/** Items that arrived in the inbox after `since`, newest first. */
export async function readItemsSince(db: Db, userId: number, since: Date, most: number): Promise<Item[]> {
  return await db
    .selectFrom('inbox_item')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', 'in', [...chosenKinds])
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .limit(most)
    .execute()
}
