import type pg from 'pg'

/** Removes up to 2,000 expired rows of each table. */
export async function purge(pool: pg.Pool): Promise<void> {
  await pool.query(
    `delete from identity_provider_row where (model, id) in
       (select model, id from identity_provider_row where expires_at < now() limit 2000)`,
  )
  await pool.query(
    `delete from identity_code where (owner, purpose) in
       (select owner, purpose from identity_code where expires_at < now() - interval '1 hour' limit 2000)`,
  )
  await pool.query(
    `delete from identity_second_step where owner in
       (select owner from identity_second_step where expires_at < now() limit 2000)`,
  )
  await pool.query(
    `delete from identity_limit where key in (select key from identity_limit where expire < $1 limit 2000)`,
    [Date.now()],
  )
}
