import type { Language } from '@finlist/i18n/languages'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

const mostStaff = 20

/** The verified e-mail addresses of staff, by role or by the operator's own list of admins; 20 at most. */
export async function staffAddresses(db: Db, adminEmails: readonly string[]) {
  const { rows } = await sql<{ email: string; language: Language | null }>`
    select email, language from users u
    where email_proved_at is not null and (lower(email) = any(${[...adminEmails]}::text[])
      or exists (select from user_role r where r.user_id = u.user_id and role in ('staff', 'admin')))
    order by user_id limit ${mostStaff}`.execute(db)
  return rows
}
