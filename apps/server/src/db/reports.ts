import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Sends heavy reads of data that may be a few seconds old to a standby, if there is one. Never use it for access
 * decisions or for data that is written back.
 */
export type Reports<Place> = {
  /** The database to read from now. With `whole`, it has everything written before the call. */
  place(how?: { whole: boolean }): Promise<Place>
  /** The standby's lag in seconds; null if there is no standby, undefined while it does not respond. */
  lagSeconds(): Promise<number | null | undefined>
}

const [wholeTries, wholePauseMs] = [10, 200]

export function reportsFrom<Place extends { db: Kysely<Tables> }>(
  own: Place,
  standby: Place | undefined,
  log: { warn(details: object, message: string): void },
): Reports<Place> {
  /**
   * Returns the current write position. A standby that has not replayed it is behind, even if the last commit is old.
   */
  const writtenNow = async () => {
    const { rows } = await sql<{ at: string }>`select pg_current_wal_lsn()::text as at`.execute(own.db)
    return rows[0]!.at
  }
  const lagAt = async ({ db }: Place, written: string) => {
    const { rows } = await sql<{ seconds: number }>`
      select case when not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= ${written}::pg_lsn then 0
        else extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float end as seconds`.execute(db)
    return Math.max(0, rows[0]!.seconds)
  }
  const isWhole = async (place: Place) => {
    const written = await writtenNow()
    for (let tries = 0; tries < wholeTries; tries++) {
      if ((await lagAt(place, written)) === 0) return true
      await wait(wholePauseMs)
    }
    return false
  }
  return {
    async place({ whole } = { whole: false }) {
      if (!standby) return own
      try {
        if (whole) return (await isWhole(standby)) ? standby : own
        await sql`select 1`.execute(standby.db)
        return standby
      } catch (error) {
        log.warn({ err: error }, 'the standby for reports does not answer: they are read from the database itself')
        return own
      }
    },
    async lagSeconds() {
      if (!standby) return null
      const written = await writtenNow()
      return await lagAt(standby, written).catch(() => undefined)
    },
  }
}
