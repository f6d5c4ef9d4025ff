import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { ChangeFeed } from './change-feed.ts'
import type { Tables } from './tables.ts'

const bigint = 20
const numeric = 1700
const date = 1082
pg.types.setTypeParser(bigint, Number)
pg.types.setTypeParser(numeric, Number)
pg.types.setTypeParser(date, text => text)

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

/** 12 for requests, 3 for loads, one each for the change feed, job locks and billing locks, 3 for the mail queue. */
export const connectionsOfAWorker = 21

export type Database = {
  db: Db
  pool: pg.Pool
  /** For work that holds or waits for a connection for long: requests never wait for it, nor it for requests. */
  loads: pg.Pool
  changes: ChangeFeed
  /**
   * One request, one transaction. Settles when the commit is done AND this process has heard every notification of it,
   * so that the next request here already sees the change; other processes hear it at the same time.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export async function openDatabase(
  url: string,
  log: { warn(details: object, message: string): void; info(message: string): void },
): Promise<Database> {
  const openPool = (limits: { max: number; connectionTimeoutMillis?: number }) => {
    const opened = new pg.Pool({
      connectionString: url,
      application_name: 'finlist',
      idleTimeoutMillis: 30_000,
      ...limits,
    })
    opened.on('error', error => log.warn({ err: error }, 'a database connection was lost'))
    // A connection lost while in use fails for its user; its 'error' event without a listener would end the process.
    opened.on('connect', client => client.on('error', () => undefined))
    return opened
  }
  const pool = openPool({ max: 12, connectionTimeoutMillis: 5_000 })
  const loads = openPool({ max: 3 })
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const notices = new ChangeFeed(url, log)
  await notices.start()
  return {
    db,
    pool,
    loads,
    changes: notices,
    async write(work) {
      const echo = notices.barrier()
      try {
        const result = await db.transaction().execute(async tx => {
          const done = await work(tx)
          await tx.executeQuery(CompiledQuery.raw(echo.statement.text, echo.statement.values))
          return done
        })
        await echo.heard()
        return result
      } catch (error) {
        notices.dropBarrier(echo.statement)
        throw error
      }
    },
    async close() {
      await notices.stop()
      // Kysely ends the pool only when it was used.
      await db.destroy()
      if (!pool.ended) await pool.end()
      await loads.end()
    },
  }
}
