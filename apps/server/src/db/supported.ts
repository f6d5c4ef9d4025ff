import type pg from 'pg'

/** The oldest and newest supported major versions of PostgreSQL. Only older ones are rejected. */
export const oldestPostgres = 15
export const newestPostgres = 18

export class TooOld extends Error {
  override name = 'TooOld'
}

export async function assertSupported(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
  )
  const { number, version } = rows[0]!
  if (isTooOld(number)) throw new TooOld(`PostgreSQL ${version} is too old; ${supported}`)
}

export const isTooOld = (versionNumber: number) => versionNumber < oldestPostgres * 10_000

export const supported = `${oldestPostgres} to ${newestPostgres} are supported`
