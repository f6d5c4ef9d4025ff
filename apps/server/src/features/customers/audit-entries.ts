import { type AuditAction, type AuditEntry, auditPerPage } from '@finlist/contract/staff/customers'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

type Filter = { userId?: number | undefined; aboutUserId?: number; action?: AuditAction | undefined }

/** A page of the audit log, newest first. `userId`: only entries by or about that user. */
export async function auditEntries(db: Db, filter: Filter, { page = 1, most = auditPerPage } = {}) {
  const { userId, aboutUserId, action } = filter
  const wanted = db
    .selectFrom('audit_log as a')
    .$if(userId !== undefined, query =>
      query.where(({ eb, or }) => or([eb('a.by_user_id', '=', userId!), eb('a.about_user_id', '=', userId!)])),
    )
    .$if(aboutUserId !== undefined, query => query.where('a.about_user_id', '=', aboutUserId!))
    .$if(action !== undefined, query => query.where('a.action', '=', action!))
  const rows = await wanted
    .leftJoin('users as about', 'about.user_id', 'a.about_user_id')
    .selectAll('a')
    .select(sql<string | null>`coalesce(nullif(about.name, ''), about.email)`.as('about_name'))
    .orderBy('a.audit_id', 'desc')
    .offset((page - 1) * most)
    .limit(most)
    .execute()
  const { total } = await wanted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const entries: AuditEntry[] = rows.map(row => ({
    auditId: row.audit_id,
    at: row.at.toISOString(),
    byUserId: row.by_user_id,
    byName: row.by_name,
    aboutUserId: row.about_user_id,
    aboutName: row.about_name,
    action: row.action,
    facts: row.facts,
    reason: row.reason,
  }))
  return { total, entries }
}
