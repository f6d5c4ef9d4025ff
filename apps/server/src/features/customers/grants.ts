import type { AuditAction } from '@finlist/contract/staff/customers'
import type { PeriodId } from '@finlist/domain/plans/catalogue'
import type { ProductId } from '@finlist/domain/plans/products'
import { sql } from 'kysely'
import type { SignInAccount } from '../../auth/sign-in-account.ts'
import { signOutEverywhere } from '../../auth/sign-out.ts'
import { audit } from '../../db/audit.ts'
import type { Database, Tx } from '../../db/database.ts'
import { BadRequest, NotFound } from '../../http/client-errors.ts'
import { lockOf } from '../../payments/billing-context.ts'
import { inProgress } from '../../payments/billing-errors.ts'

/** An action of staff: who acts, about which user, and why. `askedKey` is the request's Idempotency-Key. */
export type StaffAction = {
  byUserId: number
  aboutUserId: number
  reason: string
  askedKey: string | undefined
  now: number
}
type Facts = Record<string, string | number | boolean | null>

/**
 * Grants a trial of a product for some days without the payment provider: once per user and product, ever. Returns the
 * end of the trial.
 */
export async function grantTrial(
  database: Database,
  action: StaffAction,
  { productId, billingPeriodId, days }: { productId: ProductId; billingPeriodId: PeriodId; days: number },
): Promise<Date> {
  const { aboutUserId, now } = action
  return await alone(database, aboutUserId, async tx => {
    const request = { productId, billingPeriodId, days }
    const before = await sameAction(tx, action, ['trial-granted'], request)
    if (before) return new Date(String(before['endsAt']))
    const at = new Date(now)
    const refused = (text: 'billing.staff.trial-taken' | 'billing.staff.has-plan', code: string) =>
      new BadRequest(text, { httpStatus: 409, code, field: 'productId' })
    const { rows } = await sql<{ taken: boolean; holds: boolean }>`
      select exists (select from trial_taken where user_id = ${aboutUserId} and product_id = ${productId}) as taken,
        exists (select from plan_grant where user_id = ${aboutUserId} and product_id = ${productId}
          and starts_at <= ${at} and ends_at > ${at})
        or exists (select from subscription where user_id = ${aboutUserId} and product_id = ${productId}
          and status in ('incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused')) as holds`.execute(tx)
    if (rows[0]?.taken) throw refused('billing.staff.trial-taken', 'trial_taken')
    if (rows[0]?.holds) throw refused('billing.staff.has-plan', 'already_subscribed')
    const endsAt = new Date(now + days * 86_400_000)
    await tx.insertInto('trial_taken').values({ user_id: aboutUserId, product_id: productId, taken_at: at }).execute()
    await tx
      .insertInto('plan_grant')
      .values({
        user_id: aboutUserId,
        product_id: productId,
        period_id: billingPeriodId,
        starts_at: at,
        ends_at: endsAt,
        is_trial: true,
      })
      .execute()
    await audit(tx, { ...action, action: 'trial-granted', facts: { ...request, endsAt: endsAt.toISOString() }, at })
    return endsAt
  })
}

/** Sets or clears whether a user is a friend (has free access). Makes no audit entry if nothing changes. */
export async function setFriend(database: Database, action: StaffAction, friend: boolean): Promise<void> {
  const { aboutUserId: user_id, now } = action
  await alone(database, user_id, async tx => {
    const name = friend ? 'friend-given' : 'friend-taken'
    if (await sameAction(tx, action, ['friend-given', 'friend-taken'], {}, name)) return
    const changed = friend
      ? await tx
          .insertInto('user_role')
          .values({ user_id, role: 'friend' })
          .onConflict(conflict => conflict.doNothing())
          .returning('role')
          .execute()
      : await tx
          .deleteFrom('user_role')
          .where('user_id', '=', user_id)
          .where('role', '=', 'friend')
          .returning('role')
          .execute()
    if (changed.length > 0) await audit(tx, { ...action, action: name, facts: {}, at: new Date(now) })
  })
}

/** Hides a user from the game's leaderboards, or shows them again. Makes no audit entry if nothing changes. */
export async function setOnBoards(database: Database, action: StaffAction, onBoards: boolean): Promise<void> {
  const { aboutUserId: user_id, now } = action
  const at = new Date(now)
  await alone(database, user_id, async tx => {
    const name = onBoards ? 'boards-joined' : 'boards-left'
    if (await sameAction(tx, action, ['boards-left', 'boards-joined'], {}, name)) return
    const changed = onBoards
      ? await tx.deleteFrom('game_off_boards').where('user_id', '=', user_id).returning('user_id').execute()
      : await tx
          .insertInto('game_off_boards')
          .values({ user_id, since: at })
          .onConflict(conflict => conflict.doNothing())
          .returning('user_id')
          .execute()
    if (changed.length > 0) await audit(tx, { ...action, action: name, facts: {}, at })
  })
}

/** Signs the user out everywhere. Returns the number of sessions ended. */
export async function signOut(database: Database, account: SignInAccount, action: StaffAction): Promise<number> {
  return await alone(database, action.aboutUserId, async tx => {
    const before = await sameAction(tx, action, ['signed-out'], {})
    return before
      ? Number(before['ended'])
      : await signOutEverywhere(tx, account, { ...action, at: new Date(action.now) })
  })
}

/** The details of the audit entry made with the same Idempotency-Key; throws if the key belongs to another action. */
export async function sameAction(
  tx: Tx,
  { byUserId, aboutUserId, askedKey }: StaffAction,
  actions: AuditAction[],
  request: Facts,
  action = actions[0],
): Promise<Facts | undefined> {
  if (askedKey === undefined) return undefined
  const entry = await tx
    .selectFrom('audit_log')
    .select(['action', 'facts', 'about_user_id'])
    .where('by_user_id', '=', byUserId)
    .where('asked_key', '=', askedKey)
    .executeTakeFirst()
  if (!entry) return undefined
  const isSame =
    entry.action === action &&
    entry.about_user_id === aboutUserId &&
    Object.entries(request).every(([name, value]) => entry.facts[name] === value)
  if (!isSame) throw new BadRequest('billing.key-reused', { code: 'key_reused' })
  return entry.facts
}

const lockNotAvailable = '55P03'

/**
 * Takes the user's billing lock, so that no purchase runs at the same time. Throws NotFound if there is no such user.
 */
export async function alone<T>(database: Database, userId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await database.write(async tx => {
      await sql`set local lock_timeout = '5s'`.execute(tx)
      await sql`select pg_advisory_xact_lock(hashtextextended(${lockOf(userId)}, 0))`.execute(tx)
      const person = tx.selectFrom('users').select('user_id').where('user_id', '=', userId).forKeyShare()
      if (!(await person.executeTakeFirst())) throw new NotFound()
      return await work(tx)
    })
  } catch (error) {
    throw (error as { code?: string }).code === lockNotAvailable ? inProgress() : error
  }
}
