import { connect, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../../tools/free-port.ts'
import { directly, freshDatabase } from '../../../../tools/fresh-database.ts'
import { prepare } from '../../src/boot/prepare.ts'
import { readConfig } from '../../src/config.ts'
import { newestPostgres, oldestPostgres } from '../../src/db/supported.ts'
import { doorOf } from './database-door.ts'

const settings = { TRUSTED_PROXIES: '0', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@finlist.example' }

let fresh: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

describe('at startup', () => {
  it.each([
    ['140013', `PostgreSQL .* is too old; ${oldestPostgres} to ${newestPostgres} are supported`],
    ['090624', 'is too old'],
  ])('a PostgreSQL version of %s is refused, and the error names it', async (number, refusal) => {
    await using older = await openOlder(number)
    await expect(prepared(older.url)).rejects.toThrow(new RegExp(`^DATABASE_URL: .*127.0.0.1:\\d+: .*${refusal}`))
  })

  it.each([`${oldestPostgres}0000`, `${newestPostgres + 1}0001`])(
    'a PostgreSQL version of %s is accepted',
    async number => {
      await using older = await openOlder(number)
      await expect(prepared(older.url)).resolves.toBeDefined()
    },
  )
})

const prepared = async (url: string) =>
  prepare(readConfig({ ...settings, DATABASE_URL: url, PORT: String(await freePort()) }), [], () => undefined)

/** Opens a proxy to the tests' PostgreSQL that reports another version number. */
async function openOlder(number: string): Promise<{ url: string } & AsyncDisposable> {
  const door = doorOf(directly(fresh.url))
  /** The version number as a column of six bytes. */
  const ownNumber = new RegExp(`(?<=${String.fromCharCode(0, 0, 0, 6)})\\d{6}`, 'g')
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
  return { url: door.urlAt(port), [Symbol.asyncDispose]: async () => void server.close() }
}
