// @module-tag slow
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { childEnv } from '../../../tools/child-env.ts'
import { freePort } from '../../../tools/free-port.ts'
import { freshDatabase } from '../../../tools/fresh-database.ts'
import { keys, type Opened, open, sdk } from './opened.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
const closing: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  await database.drop()
})

async function opened(): Promise<Opened> {
  const one = await open({ databaseUrl: database.url })
  closing.push(() => one.close())
  return one
}

async function ask(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(database.url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

it('a restarted sandbox has all objects, their order, the clock and the stored responses', async () => {
  const before = await opened()
  const { stripe, sandbox } = before
  const made = []
  for (let at = 0; at < 12; at++) made.push(await stripe.customers.create({ name: `顧客 ${at}`, metadata: { at } }))
  await stripe.customers.update(made[3]?.id as string, { name: 'changed' })
  await stripe.coupons.create({ id: 'gone', percent_off: 5 })
  await stripe.coupons.del('gone')
  await stripe.products.create({ name: 'kept' }, { idempotencyKey: 'kept' })
  const { now } = await before.control<{ now: number }>('clock', { advance: 5 * 86_400 })
  const kinds = (await ask('select distinct kind from object_row')).map(({ kind }) => String(kind))
  const rows = Object.fromEntries(kinds.map(kind => [kind, sandbox.store.all(kind)]))
  await before.close()

  const after = await opened()
  for (const kind of kinds) expect(after.sandbox.store.all(kind)).toEqual(rows[kind])
  expect(after.sandbox.store.now()).toBeGreaterThanOrEqual(now)
  const again = await after.stripe.products.create({ name: 'kept' }, { idempotencyKey: 'kept' })
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect((await after.stripe.customers.list({ limit: 1 })).data[0]?.id).toBe(made.at(-1)?.id)
})

it('a database that another sandbox uses is refused until that sandbox is gone', async () => {
  const first = await opened()
  await expect(open({ databaseUrl: database.url })).rejects.toThrow('another sandbox has this database')
  await first.close()
  closing.pop()
  await (await opened()).stripe.customers.list()
})

it('a change that cannot be saved gets a 500 and is reverted', async () => {
  const { stripe, sandbox, log } = await opened()
  await stripe.customers.create({ name: 'before' })
  await ask('alter table object_row rename to hidden')
  await expect(stripe.customers.create({ name: 'lost' })).rejects.toMatchObject({
    statusCode: 500,
    type: 'StripeAPIError',
  })
  expect(log.join()).toContain('could not be saved')
  await ask('alter table hidden rename to object_row')
  expect(await stripe.customers.create({ name: 'after' })).toMatchObject({ name: 'after' })
  const names = sandbox.store.all('customer').map(row => 'name' in row && row.name)
  expect(names).toEqual(['before', 'after'])
  const saved = await ask(`select row ->> 'name' as name from object_row where kind = 'customer' order by seq`)
  expect(saved.map(({ name }) => name)).toEqual(names)
  expect(sandbox.store.all('event')).toHaveLength(2)
})

it('after the database drops its connection, the sandbox continues and repeats no action', async () => {
  const { sandbox } = await opened()
  const stripe = sdk(sandbox, 2)
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'pay-sandbox' and datname = current_database()`
  let done = 0
  let isOver = false
  const cutting = (async () => {
    while (!isOver) await ask(cut)
  })()
  for (let at = 0; at < 30; at++)
    await stripe.customers.create({ name: `c${at}` }, { idempotencyKey: `c${at}` }).then(
      () => done++,
      error => expect(error).toMatchObject({ statusCode: 500 }),
    )
  isOver = true
  await cutting
  await expect
    .poll(() =>
      stripe.customers.create({ name: 'last' }).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  const saved = (await ask(`select row ->> 'name' as name from object_row where kind = 'customer' order by seq`)).map(
    ({ name }) => name,
  )
  expect(sandbox.store.all('customer').map(row => 'name' in row && row.name)).toEqual(saved)
  expect(new Set(saved).size).toBe(saved.length)
  expect(saved.length).toBeGreaterThanOrEqual(done)
})

it('a change that the database saved without confirming it is detected as saved', async () => {
  const wire = await openWire(database.url)
  closing.push(() => wire.close())
  const { stripe, sandbox, close } = await open({ databaseUrl: wire.url })
  closing.push(close)
  await stripe.customers.create({ name: 'before' })
  wire.swallowAnswerTo('update last_save')
  expect(await stripe.customers.create({ name: 'saved' })).toMatchObject({ name: 'saved' })
  expect(wire.swallowed()).toBe(1)

  wire.swallowAnswerTo('update last_save')
  wire.refuse(true)
  await expect(stripe.customers.create({ name: 'late' })).rejects.toMatchObject({ statusCode: 500 })
  expect(sandbox.store.all('customer')).toHaveLength(2)
  wire.refuse(false)
  await stripe.customers.create({ name: 'after' })
  const names = sandbox.store.all('customer').map(row => 'name' in row && row.name)
  expect(names).toEqual(['before', 'saved', 'late', 'after'])
  const saved = await ask(`select row ->> 'name' as name from object_row where kind = 'customer' order by seq`)
  expect(saved.map(({ name }) => name)).toEqual(names)
})

it('the sandbox as a separate process reports when it is ready, loses nothing when killed, and ends with its parent', async () => {
  const port = await freePort()
  const start = async () => {
    const child = fork(new URL('../src/main.ts', import.meta.url), {
      env: childEnv({
        SANDBOX_DATABASE_URL: database.url,
        SANDBOX_PORT: String(port),
        SANDBOX_SECRET_KEY: keys.secretKey,
        SANDBOX_PUBLISHABLE_KEY: keys.publishableKey,
      }),
      execArgv: [],
      silent: true,
    })
    closing.push(async () => void child.kill('SIGKILL'))
    expect(await once(child, 'message')).toEqual(['ready', undefined])
    return child
  }
  const stripe = sdk({ port } as Opened['sandbox'])
  const first = await start()
  const { id } = await stripe.customers.create({ name: 'kept' })
  first.kill('SIGKILL')
  await once(first, 'exit')

  const second = await start()
  expect(await stripe.customers.retrieve(id)).toMatchObject({ name: 'kept' })
  second.disconnect()
  expect(await once(second, 'exit')).toEqual([0, null])
})

it.each([
  [{ SANDBOX_SECRET_KEY: 'sk_live_x' }, 'no live keys'],
  [{ SANDBOX_PORT: '' }, 'SANDBOX_PORT is missing'],
  [{ SANDBOX_PORT: '70000' }, 'SANDBOX_PORT is not a port'],
  [{ SANDBOX_WEBHOOK_URL: 'http://127.0.0.1:9' }, 'SANDBOX_WEBHOOK_SECRET is missing'],
])('the sandbox does not start with %j', async (env, reason) => {
  const child = fork(new URL('../src/main.ts', import.meta.url), {
    env: childEnv({
      SANDBOX_DATABASE_URL: database.url,
      SANDBOX_PORT: '1',
      SANDBOX_SECRET_KEY: keys.secretKey,
      SANDBOX_PUBLISHABLE_KEY: keys.publishableKey,
      ...(env as Record<string, string>),
    }),
    execArgv: [],
    silent: true,
  })
  let said = ''
  child.stderr?.on('data', part => (said += part))
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(said).toContain(reason)
})

/**
 * A proxy to the database that can cut the connection after forwarding a statement and before returning the response.
 */
async function openWire(databaseUrl: string) {
  const { host, port: far, user, password, database: name } = new pg.Client(databaseUrl)
  let watched: string | undefined
  let swallowed = 0
  let isRefusing = false
  const server = createServer(near => {
    if (isRefusing) return near.destroy()
    const line = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${far}` } : { host, port: far })
    let isSwallowing = false
    near.on('data', data => {
      if (watched && data.includes(watched)) {
        watched = undefined
        isSwallowing = true
      }
      line.write(data)
    })
    line.on('data', data => {
      if (!isSwallowing) return near.write(data)
      // The database has processed the statement, so the change is committed although its response is lost.
      if (!data.includes('UPDATE 1')) return
      swallowed++
      near.destroy()
    })
    near.on('error', () => undefined).on('close', () => line.destroy())
    line.on('error', () => undefined).on('close', () => near.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const login = `${encodeURIComponent(user ?? '')}:${encodeURIComponent(String(password ?? ''))}`
  return {
    url: `postgres://${login}@127.0.0.1:${port}/${name}`,
    swallowAnswerTo: (statement: string) => void (watched = statement),
    swallowed: () => swallowed,
    refuse: (isSo: boolean) => void (isRefusing = isSo),
    close: () => new Promise(resolve => server.close(resolve)),
  }
}
