import {
  type AccountEvent,
  type AccountEventKind,
  accountEventKinds,
  activityListed,
} from '@finlist/contract/account-activity'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import { readUserAgent } from './user-agent.ts'

/*
 * Records an event that no database trigger records. Most are recorded by triggers (migration 245), whatever code or
 * manual statement caused them.
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

export const hasAccountEvent = async (db: Db, userId: number, eventId: number): Promise<boolean> =>
  (await db
    .selectFrom('account_event')
    .select('event_id')
    .where('user_id', '=', userId)
    .where('event_id', '=', eventId)
    .executeTakeFirst()) !== undefined
