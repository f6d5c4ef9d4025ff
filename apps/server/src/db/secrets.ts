import { randomBytes } from 'node:crypto'
import type { Db } from './database.ts'

const names = ['sandbox-secret-key', 'sandbox-publishable-key', 'sandbox-webhook'] as const
export type SecretName = (typeof names)[number]

/** The secrets shared with the demo's payment provider, made once per database: 32 random bytes each, base64url. */
export async function readSecrets(db: Db): Promise<Record<SecretName, string>> {
  await db
    .insertInto('server_secret')
    .values(names.map(name => ({ name, value: randomBytes(32).toString('base64url') })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const rows = await db.selectFrom('server_secret').selectAll().execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, value])) as Record<SecretName, string>
}
