import { connect, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../../tools/free-port.ts'
import { directly, freshDatabase } from '../../../../tools/fresh-database.ts'
import { readConfig } from '../../src/config.ts'
import { addressOf, DatabaseAddress, hostNames, hostsOf } from '../../src/db/address.ts'
import { doorOf } from './database-door.ts'

describe('a database URL', () => {
  it.each([
    ['postgres://a:b@one:1,two:2/x?y=z', ['postgres://a:b@one:1/x?y=z', 'postgres://a:b@two:2/x?y=z']],
    ['postgres://a:p@ss@one/x', ['postgres://a:p@ss@one/x']],
    ['postgresql://one,two', ['postgresql://one', 'postgresql://two']],
    ['postgres:///x?host=/run/postgresql', ['postgres:///x?host=/run/postgresql']],
  ])('%s is parsed into its hosts', (url, hosts) => {
    expect(hostsOf(url)).toEqual(hosts)
  })

  it('is printed without its password', () => {
    expect(hostNames('postgres://finlist:se,cret@one:1,two:2/x')).toBe('one:1,two:2')
  })

  it.each([
    ['postgres://a@one:1,two:2/x?y=z', 'postgres://a@one:1,two:2/other?y=z'],
    ['postgres://one', 'postgres://one/other'],
    ['postgres:///x?host=/run/postgresql', 'postgres:///other?host=/run/postgresql'],
  ])('such as %s can be changed to another database on the same server', (url, other) => {
    expect(addressOf('other', url)).toBe(other)
  })

  const live = { TRUSTED_PROXIES: '0', SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'a@finlist.example' }
  it.each([
    ['postgres://127.0.0.1:1,127.0.0.1:2/x', 'DATABASE_URL: with several hosts .*target_session_attrs=read-write'],
    ['postgres://127.0.0.1/x?target_session_attrs=standby', 'DATABASE_URL: target_session_attrs is read-write or any'],
    ['postgres://127.0.0.1,db.example/x?target_session_attrs=read-write', 'DATABASE_URL: .* would not be encrypted'],
  ])('%s is refused', (DATABASE_URL, refusal) => {
    expect(() => readConfig({ ...live, DATABASE_URL })).toThrow(new RegExp(refusal))
  })

  it('a database URL for notifications is refused without another for queries', () => {
    expect(() => readConfig({ ...live, DATABASE_LISTEN_URL: 'postgres://127.0.0.1/x' })).toThrow(
      /DATABASE_LISTEN_URL: .*DATABASE_URL/,
    )
  })
})

describe('a database URL with several hosts', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let doors: { server: Server; port: number; close(): void }[]
  beforeAll(async () => {
    fresh = await freshDatabase()
    doors = await Promise.all([openDoor(), openDoor()])
  })
  afterAll(async () => {
    for (const door of doors) door.close()
    await fresh.drop()
  })

  /** Opens a proxy to the tests' PostgreSQL. Closing the proxy simulates a host that dies. */
  async function openDoor() {
    const { place } = doorOf(directly(fresh.url))
    const under = new Set<{ destroy(): void }>()
    const server = createServer(caller => {
      const database = connect(place)
      caller.pipe(database).pipe(caller)
      for (const end of [caller, database]) under.add(end.on('error', () => undefined))
      caller.on('close', () => database.destroy())
      database.on('close', () => caller.destroy())
    })
    const port = await freePort()
    await new Promise<void>(resolve => void server.listen(port, '127.0.0.1', resolve))
    const close = () => {
      server.close()
      for (const end of under) end.destroy()
    }
    return { server, port, close }
  }

  it('uses no named prepared statements, which a pooler might pass to another session', async () => {
    const pool = new DatabaseAddress(directly(fresh.url)).pool({ application_name: 'test', max: 1 })
    try {
      await pool.query({ name: 'mine', text: 'select $1::int as it', values: [1] })
      const { rows } = await pool.query({ name: 'mine', text: 'select 2 as it' })
      expect(rows).toEqual([{ it: 2 }])
      expect((await pool.query('select name from pg_prepared_statements')).rows).toEqual([])
    } finally {
      await pool.end()
    }
  })

  it('connects to a host that answers, moves to another when that host fails, and reports each host’s error when all fail', async () => {
    const { urlAt } = doorOf(directly(fresh.url))
    const [one, other] = doors as [(typeof doors)[0], (typeof doors)[0]]
    const url = `${urlAt(one.port).replace(/(:\d+)\//, `$1,127.0.0.1:${other.port}/`)}?target_session_attrs=read-write`
    const pool = new DatabaseAddress(url).pool({ application_name: 'test', max: 2, connectionTimeoutMillis: 5_000 })
    pool.on('error', () => undefined)
    const answers = async () => (await pool.query<{ one: number }>('select 1 as one')).rows[0]!.one
    try {
      expect(await answers()).toBe(1)
      one.close()
      await expect.poll(() => answers().catch(() => 0)).toBe(1)
      other.close()
      await expect
        .poll(() => answers().catch((error: Error) => error.message))
        .toMatch(/^no host of the database can be used: .*ECONNREFUSED.*; .*ECONNREFUSED/)
    } finally {
      await pool.end()
    }
  })
})
