import type { ProgramName } from '@finlist/contract/staff/admin'
import type { AuditAction, AuditEntry } from '@finlist/contract/staff/customers'
import type { Tx } from './database.ts'

export type Audited = {
  /** Null for the operator on the command line. */
  byUserId: number | null
  /** Null if the action does not concern a user. */
  aboutUserId: number | null
  action: AuditAction
  facts: AuditEntry['facts']
  reason: string
  at: Date
  askedKey?: string | undefined
  operationId?: string
}

export const commandLine: ProgramName = 'command line'

/**
 * Adds an audit entry in the transaction of the recorded action. Only actions at the payment provider use a separate
 * transaction.
 */
export async function audit(tx: Tx, entry: Audited): Promise<void> {
  const by = await tx
    .selectFrom('users')
    .select(['email', 'name'])
    .where('user_id', '=', entry.byUserId)
    .executeTakeFirst()
  const name = by?.name || by?.email || (entry.byUserId === null ? commandLine : String(entry.byUserId))
  await tx
    .insertInto('audit_log')
    .values({
      by_user_id: by ? entry.byUserId : null,
      by_name: name,
      about_user_id: entry.aboutUserId,
      action: entry.action,
      facts: JSON.stringify(entry.facts),
      reason: entry.reason,
      asked_key: entry.askedKey ?? null,
      operation_id: entry.operationId ?? null,
      at: entry.at,
    })
    .onConflict(conflict => conflict.column('operation_id').doNothing())
    .execute()
}

/**
 * Adds an audit entry for data that was imported or rolled back. `by` may be a command-line user, who has no row in the
 * database.
 */
export async function auditData(
  tx: Tx,
  by: { userId: number | null; name: string },
  { action, facts }: Pick<Audited, 'facts'> & { action: 'data-loaded' | 'data-rolled-back' },
): Promise<void> {
  await tx.query(
    `insert into audit_log (by_user_id, by_name, action, facts, reason, at) values ($1, $2, $3, $4, '', product_now())`,
    [by.userId, by.name, action, JSON.stringify(facts)],
  )
}
