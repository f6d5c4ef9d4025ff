import {
  type AccountEvent,
  type AccountEventKind,
  accountEventKinds,
  activityListed,
} from '@finlist/contract/account/account-activity'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import { readUserAgent } from './user-agent.ts'

/*
 * Records an event that has no database trigger. Most events have one (migration 245), because triggers also catch
 * changes made by manual SQL statements.
 */
export async function noteAccountEvent(tx: Tx, userId: number, kind: AccountEventKind): Promise<void> {
  await tx.insertInto('account_event').values({ user_id: userId, kind }).execute()
}

const kinds: ReadonlySet<string> = new Set(accountEventKinds)
export const isAccountEvent = (kind: string): kind is AccountEventKind => kinds.has(kind)

/** The account's event history, newest first. `sessionId` is the caller's session. */
export async function readAccountEvents(
  db: Db,
  userId: number,
  now: Date,
  sessionId?: string,
): Promise<AccountEvent[]> {
  const rows = await db
    .selectFrom('account_event as e')
    .leftJoin('session as s', join =>
      join.onRef('s.user_id', '=', 'e.user_id').onRef('s.session_id', '=', 'e.session_id'),
    )
    .select(['e.event_id', 'e.kind', 'e.at', 'e.user_agent', 'e.place', 'e.detail', 'e.session_id'])
    .select(sql<boolean>`coalesce(s.expires_at > ${now}, false)`.as('is_live'))
    .where('e.user_id', '=', userId)
    .orderBy('e.event_id', 'desc')
    .limit(activityListed)
    .execute()
  return rows
    .filter(({ kind }) => isAccountEvent(kind))
    .map(row => ({
      eventId: row.event_id,
      kind: row.kind as AccountEventKind,
      at: row.at.toISOString(),
      ...readUserAgent(row.user_agent),
      place: row.place,
      isNew: row.detail === 'new-browser',
      isThis: row.session_id !== null && row.session_id === sessionId,
      isLive: row.is_live,
      detail: row.kind === 'signed-in' ? '' : row.detail,
    }))
}

/**
 * Estimates when the user who caused the event had signed in: at the account's latest sign-in up to the event, other
 * than that of the given session, or else ten minutes before the event. Undefined if the event is not the account's.
 */
export async function cameInAt(
  db: Db,
  { userId, sessionId }: { userId: number; sessionId: string },
  eventId: number,
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select coalesce(
      (select max(s.at) from account_event s where s.user_id = e.user_id and s.kind = 'signed-in'
        and s.session_id is distinct from ${sessionId} and s.at <= e.at),
      e.at - interval '10 minutes') as at
    from account_event e where e.user_id = ${userId} and e.event_id = ${eventId}`.execute(db)
  return rows[0]?.at
}
