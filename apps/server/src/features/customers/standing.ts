import type { Role } from '@finlist/domain/plans/roles'
import { AdminBySetting, block, LastAdmin, takeRole, unblock } from '../../auth/block.ts'
import type { SignInAccount } from '../../auth/sign-in-account.ts'
import type { Database } from '../../db/database.ts'
import { BadRequest } from '../../http/client-errors.ts'
import type { Payments } from '../../payments/payments.ts'
import { renewingSubscriptions } from '../../payments/renewing.ts'
import { alone, type StaffAction, sameAction } from './grants.ts'

type Block = { blocked: boolean; renewal?: 'keep' | 'turn-off' | undefined }
type Parts = { database: Database; account: SignInAccount; adminEmails: readonly string[]; payments: () => Payments }

/**
 * Blocks or unblocks a user. If the user has renewing plans, the request must say what happens to them. Renewal is
 * turned off before the block, so that a rejection by the payment provider leaves everything unchanged.
 */
export async function setBlocked(
  { database, account, adminEmails, payments }: Parts,
  action: StaffAction,
  { blocked, renewal }: Block,
): Promise<{ blocked: boolean; ended: number }> {
  const { aboutUserId: userId } = action
  const word = { ...action, at: new Date(action.now) }
  if (!blocked) {
    await alone(database, userId, async tx => {
      if (!(await sameAction(tx, action, ['unblocked'], {}))) await unblock(tx, word)
    })
    return { blocked, ended: 0 }
  }
  const renewing = await renewingSubscriptions(database.db, userId)
  if (renewing.length > 0 && renewal === undefined)
    throw new BadRequest('customers.renewal-unsaid', { httpStatus: 409, code: 'renewal_unsaid', field: 'renewal' })
  if (renewal === 'turn-off')
    for (const { subscription_id, future_period_id } of renewing) {
      if (future_period_id !== 0) await payments().cancelDowngrade(userId, subscription_id)
      await payments().setAutoRenew(userId, subscription_id, false)
    }
  const ended = await alone(database, userId, async tx => {
    const before = await sameAction(tx, action, ['blocked'], {})
    if (before) return Number(before['ended'])
    const facts = { adminEmails, renewal: renewing.length > 0 ? renewal! : ('none' as const) }
    return await block(tx, account, word, facts).catch(refused)
  })
  return { blocked, ended }
}

export async function takeRoleAway(
  { database, adminEmails }: Pick<Parts, 'database' | 'adminEmails'>,
  action: StaffAction,
  role: Role,
): Promise<Role[]> {
  return await alone(database, action.aboutUserId, async tx => {
    await sameAction(tx, action, ['role-taken'], { role })
    return await takeRole(tx, { ...action, at: new Date(action.now) }, { role, adminEmails }).catch(refused)
  })
}

function refused(error: unknown): never {
  if (error instanceof LastAdmin) throw new BadRequest('customers.last-admin', { httpStatus: 409, code: 'last_admin' })
  if (error instanceof AdminBySetting)
    throw new BadRequest('customers.admin-by-setting', { httpStatus: 409, code: 'admin_by_setting' })
  throw error
}
