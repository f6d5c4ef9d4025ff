import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { migrate } from '../apps/server/src/db/migrate.ts'

const template = 'finlist_template'

/** A database of its own for a test, with all migrations applied and no rows. */
export async function freshDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = process.env['TEST_DATABASE_URL']
  if (!server) throw new Error('freshDatabase() is for tests that vitest runs with tools/test-database.ts as set-up')
  const name = `test_${randomBytes(6).toString('hex')}`
  await run(server, `create database ${name} template ${template} strategy file_copy`)
  return {
    url: urlOf(process.env['TEST_POOLER_URL'] ?? server, name),
    drop: () => run(server, `drop database if exists ${name} with (force)`),
  }
}

/** The same database itself, where the tests run through a pooler. */
export function directly(url: string): string {
  return process.env['TEST_POOLER_URL'] ? urlOf(process.env['TEST_DATABASE_URL']!, new URL(url).pathname.slice(1)) : url
}

export async function makeTemplate(server: string): Promise<void> {
  await run(server, `create database ${template}`)
  await migrate(urlOf(server, template))
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
