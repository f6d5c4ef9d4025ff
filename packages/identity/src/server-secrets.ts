import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { JWK } from 'oidc-provider'
import type pg from 'pg'

export type ServerSecrets = { signing: { keys: JWK[] }; cookies: string[]; codes: string }

/** Makes the keys on the first start; processes that share the database end with the same ones. */
export async function serverSecrets(pool: pg.Pool): Promise<ServerSecrets> {
  const stored = await read(pool)
  if (complete(stored)) return stored
  const fresh: ServerSecrets = {
    signing: { keys: [await signingKey()] },
    cookies: [randomBytes(32).toString('base64url')],
    codes: randomBytes(32).toString('base64url'),
  }
  for (const [name, value] of Object.entries(fresh)) {
    await pool.query('insert into identity_secret (name, value) values ($1, $2) on conflict do nothing', [
      name,
      JSON.stringify(value),
    ])
  }
  const kept = await read(pool)
  if (!complete(kept)) throw new Error('the identity keys could not be kept')
  return kept
}

async function read(pool: pg.Pool): Promise<Partial<ServerSecrets>> {
  const { rows } = await pool.query<{ name: string; value: unknown }>('select name, value from identity_secret')
  return Object.fromEntries(rows.map(row => [row.name, row.value]))
}

const complete = (secrets: Partial<ServerSecrets>): secrets is ServerSecrets =>
  Boolean(secrets.signing && secrets.cookies && secrets.codes)

async function signingKey(): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const kid = randomBytes(8).toString('base64url')
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), use: 'sig', alg: 'RS256', kid }
}
