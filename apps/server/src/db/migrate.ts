import { readdir, readFile } from 'node:fs/promises'
import { exchangeIds } from '@finlist/domain/markets'
import { identityMigrations } from '@finlist/identity/identity'
import { DatabaseAddress } from './address.ts'
import { assertOwnSession } from './own-sessions.ts'
import { spread } from './spread.ts'
import { assertSupported } from './supported.ts'

const oneAtATime = 7_236_114

/**
 * Applies pending migrations in order, each in a separate transaction, then distributes the tables if there is Citus,
 * and adds missing markets. Processes take turns. With `only`, it applies just those migrations and does nothing else.
 */
export async function migrate(
  url: string,
  applied: (name: string) => void = () => undefined,
  only?: ReadonlySet<string>,
) {
  const address = new DatabaseAddress(url)
  const client = address.client({ application_name: 'finlist migrate' })
  await client.connect()
  try {
    await assertSupported(client)
    const other = address.client({ application_name: 'finlist migrate' })
    await other.connect()
    try {
      await assertOwnSession(client, other)
    } finally {
      await other.end()
    }
    await client.query('select pg_advisory_lock($1)', [oneAtATime])
    await client.query(
      'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from migration')
    const done = new Set(rows.map(row => row.name))
    let hasNew = false
    for (const { name, file } of await migrations()) {
      if (done.has(name) || only?.has(name) === false) continue
      await client.query('begin')
      try {
        await client.query(await readFile(file, 'utf8'))
        await client.query('insert into migration (name) values ($1)', [name])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(`migration ${name} failed`, { cause: error })
      }
      hasNew = true
      applied(name)
    }
    if (!only) await spread(client, hasNew)
    if (!only)
      await client.query('insert into market (exchange) select unnest($1::text[]) on conflict do nothing', [
        exchangeIds,
      ])
  } finally {
    await client.end()
  }
}

export const migrationNames = async () => (await migrations()).map(({ name }) => name)

async function migrations(): Promise<{ name: string; file: URL }[]> {
  const folders = [
    { prefix: 'identity/', folder: identityMigrations },
    { prefix: '', folder: new URL('./migrations/', import.meta.url) },
  ]
  const all = await Promise.all(
    folders.map(async ({ prefix, folder }) => {
      const files = (await readdir(folder)).filter(file => file.endsWith('.sql')).sort()
      return files.map(file => ({ name: prefix + file.replace(/\.sql$/, ''), file: new URL(file, folder) }))
    }),
  )
  return all.flat()
}
