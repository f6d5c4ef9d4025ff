import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { DatabaseAddress } from './address.ts'
import { ChangeFeed } from './change-feed.ts'
import { type Reports, reportsFrom } from './reports.ts'
import type { Tables } from './tables.ts'

const bigint = 20
const numeric = 1700
const date = 1082
pg.types.setTypeParser(bigint, Number)
pg.types.setTypeParser(numeric, Number)
pg.types.setTypeParser(date, text => text)

export type Db = Kysely<Tables>
/** A transaction. `query` runs SQL text and COPY streams on its connection. */
export type Tx = Db & Pick<pg.PoolClient, 'query'>

type Work<T> = (tx: Tx) => Promise<T>

type ReportsPlace = {
  db: Db
  url: string
  snapshot<T>(work: Work<T>): Promise<T>
}

export type Database = {
  db: Db
  pool: pg.Pool
  /** The connection pool of `load`. */
  loads: pg.Pool
  changes: ChangeFeed
  /** The address of the pools, passed to worker threads. */
  url: string
  /**
   * Address for connections that need a session to themselves: for LISTEN, and for locks that outlive a transaction.
   * Unlike the pools' address, it must not be a pooler's.
   */
  sessions: DatabaseAddress
  /**
   * Runs a request's transaction. Settles once it is committed and this process has received its notifications, so that
   * the next request here sees the change; other processes receive them at about the same time.
   */
  write<T>(work: Work<T>): Promise<T>
  /**
   * Like `write`, for long-running work. Uses a few separate connections, so that it never competes with requests for
   * one. With `keep: false`, reads from one snapshot and rolls everything back at the end.
   */
  load<T>(work: Work<T>, options?: { keep: boolean }): Promise<T>
  /** Rolls back running loads by ending their sessions. Loads that begin later fail. */
  endLoads(): Promise<void>
  /** Runs a transaction without waiting for its notifications to arrive. */
  transaction<T>(work: Work<T>): Promise<T>
  /** Chooses a database for heavy reads of data that may be a few seconds old. */
  reports: Reports<ReportsPlace>
  /** Runs several reads on the same snapshot. */
  snapshot<T>(work: Work<T>): Promise<T>
  close(): Promise<void>
}

export async function openDatabase(
  url: string,
  log: { warn(details: object, message: string): void; info(message: string): void },
  sessionsUrl = url,
  reportsUrl = '',
): Promise<Database> {
  const address = new DatabaseAddress(url)
  const sessions = sessionsUrl === url ? address : new DatabaseAddress(sessionsUrl)
  const openPool = (limits: { max: number; connectionTimeoutMillis?: number }, from = address) => {
    const opened = from.pool({ application_name: 'finlist', idleTimeoutMillis: 30_000, ...limits })
    opened.on('error', error => log.warn({ err: error }, 'a database connection was lost'))
    // A lost connection rejects the current query. Without this listener, its 'error' event would also end the process.
    opened.on('connect', client => client.on('error', () => undefined))
    return opened
  }
  const pool = openPool({ max: 12, connectionTimeoutMillis: 5_000 })
  const loads = openPool({ max: 3 })
  const running = new Set<number>()
  let loadsEnded = false
  const load = async <T>(work: Work<T>, options: TransactOptions) =>
    await transact(
      loads,
      async tx => {
        const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
        const { pid } = rows[0]!
        running.add(pid)
        try {
          if (loadsEnded) throw new Error('this process loads no more')
          return await work(tx)
        } finally {
          running.delete(pid)
        }
      },
      { ...options, closeOnError: true },
    )
  const placeOf = (at: string, from: pg.Pool): ReportsPlace => ({
    url: at,
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: from }) }),
    snapshot: work => transact(from, work, { begin: 'begin isolation level repeatable read read only' }),
  })
  const own = placeOf(url, pool)
  const { db } = own
  const standbyPool = reportsUrl
    ? openPool({ max: 4, connectionTimeoutMillis: 2_000 }, new DatabaseAddress(reportsUrl))
    : undefined
  const changes = new ChangeFeed(sessions, log)
  await changes.start()

  async function heard<T>(transact: (last: (tx: Tx) => Promise<unknown>) => Promise<T>): Promise<T> {
    const barrier = changes.barrier()
    try {
      const result = await transact(tx => tx.query(barrier.statement))
      await barrier.heard()
      return result
    } finally {
      changes.dropBarrier(barrier.statement)
    }
  }

  return {
    db,
    pool,
    loads,
    changes,
    url,
    sessions,
    write: work => heard(last => transact(pool, work, { last })),
    load: (work, { keep } = { keep: true }) =>
      keep
        ? heard(last => load(work, { last }))
        : load(work, { begin: 'begin isolation level repeatable read', end: 'rollback' }),
    async endLoads() {
      loadsEnded = true
      await pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [[...running]])
    },
    transaction: work => transact(pool, work),
    snapshot: own.snapshot,
    reports: reportsFrom(own, standbyPool && placeOf(reportsUrl, standbyPool), log),
    async close() {
      await changes.stop()
      // Kysely ends the pool only if the pool was used.
      await db.destroy()
      if (!pool.ended) await pool.end()
      await loads.end()
      await standbyPool?.end()
    },
  }
}

/** Like `snapshot`, for another thread: opens its own connection and closes it afterwards. */
export async function snapshotApart<T>(url: string, work: Work<T>): Promise<T> {
  const pool = new DatabaseAddress(url).pool({ application_name: 'finlist engine', max: 1 })
  pool.on('error', () => undefined)
  try {
    return await transact(pool, work, { begin: 'begin isolation level repeatable read read only', closeOnError: true })
  } finally {
    await pool.end()
  }
}

type TransactOptions = {
  begin?: string
  end?: string
  /** Runs before the commit. */
  last?: (tx: Tx) => Promise<unknown>
  /** Closes the connection on an error, because a COPY may be in progress. */
  closeOnError?: boolean
}

async function transact<T>(
  pool: pg.Pool,
  work: Work<T>,
  { begin = 'begin', end = 'commit', last, closeOnError = false }: TransactOptions = {},
): Promise<T> {
  const client = await pool.connect()
  let isOver = false
  try {
    await client.query(begin)
    const tx = transactionOn(client)
    const result = await work(tx)
    await last?.(tx)
    await client.query(end)
    isOver = true
    return result
  } catch (error) {
    if (!closeOnError)
      await client.query('rollback').then(
        () => {
          isOver = true
        },
        () => undefined,
      )
    throw error
  } finally {
    // Closes a connection whose state is unknown; PostgreSQL then rolls back its transaction.
    client.release(!isOver)
  }
}

function transactionOn(client: pg.PoolClient): Tx {
  const query = client.query.bind(client)
  const connection = { query, release: () => undefined }
  const pool = { connect: async () => connection, end: async () => undefined }
  return Object.assign(new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) }), { query })
}
