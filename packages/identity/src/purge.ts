import type pg from 'pg'

const atOnce = 2000

/** Deletes all expired rows, 2,000 at a time. Rows that another process has locked are skipped. */
export async function purge(pool: pg.Pool): Promise<void> {
  const over = async (table: string, key: string, isOver: string) => {
    const part = `select ${key} from ${table} where ${isOver} limit ${atOnce} for update skip locked`
    const statement = `delete from ${table} where (${key}) in (${part})`
    let removed = atOnce
    while (removed === atOnce) removed = (await pool.query(statement)).rowCount ?? 0
  }
  await over('identity_provider_row', 'model, id', 'expires_at < now()')
  await over('identity_code', 'owner, purpose', `expires_at < now() - interval '1 hour'`)
  await over('identity_second_step', 'owner', 'expires_at < now()')
  await over('identity_spent_challenge', 'challenge', 'expires_at < now()')
  await over('identity_limit', 'key', 'expire < extract(epoch from now()) * 1000')
}
