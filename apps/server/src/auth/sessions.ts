import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { sessionsListed } from '@finlist/contract/account/sessions'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'

const dayMs = 86_400_000
const idleDays = 14
const absoluteDays = 30
const renewEveryMs = 600_000
const longestUserAgent = 300
const longestPlace = 120

/** The `authTime` of a sign-in whose issuer does not report when the user authenticated; it never counts as recent. */
export const neverAsked = 0

export type LiveSession = { userId: number; sessionId: string; authTime: number }

/**
 * Sessions of signed-in users, identified by a cookie `<user id>.<session id>.<secret>`. Only the secret's hash is
 * stored.
 */
export class Sessions {
  readonly #database: Database
  readonly #now: () => number

  constructor(database: Database, now: () => number) {
    this.#database = database
    this.#now = now
  }

  /** Begins a session within the transaction and returns its cookie. */
  async begin(
    tx: Tx,
    {
      userId,
      authTime,
      client,
      idToken,
      userAgent = '',
      place = '',
    }: {
      userId: number
      authTime: number
      client: 'browser' | 'command-line'
      idToken: string | null
      userAgent?: string | undefined
      /** Approximate location: a city, or the network. */
      place?: string | undefined
    },
  ): Promise<LiveSession & { cookie: string }> {
    const sessionId = randomUUID()
    const secret = randomBytes(32).toString('base64url')
    const now = this.#now()
    await tx
      .insertInto('session')
      .values({
        user_id: userId,
        session_id: sessionId,
        secret_hash: hashOf(secret),
        client,
        auth_time: new Date(authTime),
        id_token: idToken,
        created_at: new Date(now),
        renewed_at: new Date(now),
        expires_at: new Date(now + (client === 'browser' ? idleDays : 1) * dayMs),
        user_agent: userAgent.slice(0, longestUserAgent),
        place: place.slice(0, longestPlace),
      })
      .execute()
    await sql`delete from session where user_id = ${userId} and expires_at <= ${new Date(now)}`.execute(tx)
    return { userId, sessionId, authTime, cookie: `${userId}.${sessionId}.${secret}` }
  }

  /**
   * Finds the session of the cookie; undefined if there is none. Extends the session to 14 days from now, but to at
   * most 30 days in total.
   */
  async find(cookie: string | undefined): Promise<(LiveSession & { idToken: string | null }) | undefined> {
    const parts = /^(\d{1,15})\.([0-9a-f-]{36})\.([\w-]{43})$/.exec(cookie ?? '')
    if (!parts) return undefined
    const row = await this.#database.db
      .selectFrom('session')
      .selectAll()
      .where('user_id', '=', Number(parts[1]))
      .where('session_id', '=', parts[2]!)
      .executeTakeFirst()
    const now = this.#now()
    if (!row || row.expires_at.getTime() <= now || !timingSafeEqual(row.secret_hash, hashOf(parts[3]!)))
      return undefined
    if (now - row.renewed_at.getTime() > renewEveryMs) {
      const end = Math.min(now + idleDays * dayMs, row.created_at.getTime() + absoluteDays * dayMs)
      await this.#database.write(tx =>
        tx
          .updateTable('session')
          .set({ renewed_at: new Date(now), expires_at: new Date(end) })
          .where('user_id', '=', row.user_id)
          .where('session_id', '=', row.session_id)
          .execute(),
      )
    }
    return { userId: row.user_id, sessionId: row.session_id, authTime: row.auth_time.getTime(), idToken: row.id_token }
  }

  /** Records that the session's user has just verified their identity. */
  async proved({ userId, sessionId }: { userId: number; sessionId: string }): Promise<void> {
    await this.#database.write(tx =>
      tx
        .updateTable('session')
        .set({ auth_time: new Date(this.#now()) })
        .where('user_id', '=', userId)
        .where('session_id', '=', sessionId)
        .execute(),
    )
  }

  /** The user's sessions that have not ended, newest first. */
  async live(userId: number) {
    return await this.#database.db
      .selectFrom('session')
      .select(['session_id', 'client', 'user_agent', 'created_at', 'renewed_at'])
      .where('user_id', '=', userId)
      .where('expires_at', '>', new Date(this.#now()))
      .orderBy('created_at', 'desc')
      .orderBy('session_id')
      .limit(sessionsListed)
      .execute()
  }

  async end({ userId, sessionId }: { userId: number; sessionId: string }) {
    await this.#database.write(tx =>
      tx.deleteFrom('session').where('user_id', '=', userId).where('session_id', '=', sessionId).execute(),
    )
  }

  /** Ends all of the user's other sessions, within the given transaction if there is one. */
  async endOthers({ userId, sessionId }: { userId: number; sessionId: string }, within?: Tx) {
    const end = (tx: Tx) =>
      tx.deleteFrom('session').where('user_id', '=', userId).where('session_id', '<>', sessionId).execute()
    await (within ? end(within) : this.#database.write(end))
  }
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
