import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Tx } from './database.ts'

/**
 * Routes heavy reads that may be some seconds late to a standby, if one answers. Never for anything that decides a
 * right or is stored.
 */
export type Reports = {
  /** The database that answers now; with `whole`, one that has everything written by the time of the call. */
  place(how?: { whole: boolean }): Promise<ReportsPlace>
  /** How far the standby is behind: null if there is none, undefined while it does not answer. */
  lagSeconds(): Promise<number | null | undefined>
}
export type ReportsPlace = {
  db: Db
  url: string
  snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

const [wholeTries, wholePauseMs] = [10, 200]

export function reportsFrom(
  own: ReportsPlace,
  standby: ReportsPlace | undefined,
  log: { warn(details: object, message: string): void },
): Reports {
  /**
   * What the database has written by now; a standby that has not replayed it is behind, however long ago the last
   * commit was.
   */
  const writtenNow = async () => {
    const { rows } = await sql<{ at: string }>`select pg_current_wal_lsn()::text as at`.execute(own.db)
    return rows[0]!.at
  }
  const lagAt = async ({ db }: ReportsPlace, written: string) => {
    const { rows } = await sql<{ seconds: number }>`
      select case when not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= ${written}::pg_lsn then 0
        else extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float end as seconds`.execute(db)
    return Math.max(0, rows[0]!.seconds)
  }
  const isWhole = async (place: ReportsPlace) => {
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
