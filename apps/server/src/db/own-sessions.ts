import type pg from 'pg'

export class SharedSession extends Error {
  override name = 'SharedSession'
}

/**
 * Throws if a pooler is in between: if queries on one connection reach several sessions, or two connections share one.
 */
export async function assertOwnSession(one: pg.Client, other: pg.Client): Promise<void> {
  const sessionOf = async (client: pg.Client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return rows[0]!.pid
  }
  const [first, others, again] = [await sessionOf(one), await sessionOf(other), await sessionOf(one)]
  if (first !== again || first === others)
    throw new SharedSession(
      'a pooler gives its sessions to everybody in turn; name the database itself in DATABASE_LISTEN_URL',
    )
}
