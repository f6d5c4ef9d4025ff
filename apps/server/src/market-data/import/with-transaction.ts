import type { PoolClient } from 'pg'
import type { Database } from '../../db/database.ts'

/**
 * One transaction on one plain connection, for COPY. With `keep` false it sees one snapshot and everything is undone at
 * the end. Few run at once, others wait. Like `database.write` it settles when this process has heard every
 * notification of the commit.
 */
export async function withTransaction<T>(
  { loads, changes: notices }: Database,
  work: (client: PoolClient) => Promise<T>,
  { keep }: { keep: boolean },
): Promise<T> {
  const client = await loads.connect()
  const echo = notices.barrier()
  let done = false
  try {
    await client.query(keep ? 'begin' : 'begin isolation level repeatable read')
    const result = await work(client)
    if (keep) await client.query(echo.statement)
    await client.query(keep ? 'commit' : 'rollback')
    done = true
    if (keep) await echo.heard()
    return result
  } finally {
    notices.dropBarrier(echo.statement)
    // A connection in an unknown state is closed, and with it goes whatever it had begun.
    client.release(!done)
  }
}
