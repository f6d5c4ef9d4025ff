import { connect, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../tools/free-port.ts'
import { directly, freshDatabase } from '../../../tools/fresh-database.ts'
import { readConfig } from '../src/config.ts'
import { newestPostgres, oldestPostgres } from '../src/db/supported.ts'
import { prepare } from '../src/prepare.ts'
import { doorOf } from './database-door.ts'

const settings = { TRUSTED_PROXIES: '0', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@finlist.example' }

let fresh: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

describe('at the start', () => {
  it.each([
    ['140013', `PostgreSQL .* is too old; ${oldestPostgres} to ${newestPostgres} are supported`],
    ['090624', 'is too old'],
    [`${oldestPostgres}0000`, undefined],
    [`${newestPostgres + 1}0001`, undefined],
  ])('a PostgreSQL that says %s is refused by name, or taken', async (number, refusal) => {
    const older = await openOlder(number)
    try {
      const config = readConfig({ ...settings, DATABASE_URL: older.url, PORT: String(await freePort()) })
      const prepared = prepare(config, [], () => undefined)
      if (refusal) await expect(prepared).rejects.toThrow(new RegExp(`^DATABASE_URL: .*127.0.0.1:\\d+: .*${refusal}`))
      else await expect(prepared).resolves.toBeDefined()
    } finally {
      older.server.close()
    }
  })
})

/** The tests' own PostgreSQL, which gives another number as its version. */
async function openOlder(number: string): Promise<{ url: string; server: Server }> {
  const door = doorOf(directly(fresh.url))
  const ownNumber = /(?<=\0\0\0\x06)\d{6}/g
  const server = createServer(caller => {
    const database = connect(door.place)
    caller.pipe(database)
    database.on('data', bytes =>
      caller.write(Buffer.from(bytes.toString('latin1').replaceAll(ownNumber, number), 'latin1')),
    )
    for (const end of [caller, database]) end.on('error', () => undefined)
    caller.on('close', () => database.destroy())
    database.on('close', () => caller.destroy())
  })
  const port = await freePort()
  await new Promise<void>(resolve => void server.listen(port, '127.0.0.1', resolve))
  return { url: door.urlAt(port), server }
}
