import { user } from '@finlist/contract/account/account'
import { region } from '@finlist/identity/network'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { directly } from '../../../../tools/fresh-database.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

const minuteMs = 60_001
const lines = { DEMO_PUBLIC: 'yes', TRUSTED_PROXIES: '1', ACTIVE_DEVICE_LIMIT: '1' }
let here: TestServer
let there: TestServer
let listener: Client
let told: string[]
beforeAll(async () => {
  here = await openTestServer(lines)
  there = await openTestServer(lines, { databaseUrl: here.databaseUrl })
  listener = new Client(directly(here.databaseUrl))
  await listener.connect()
  await listener.query('listen finlist')
  listener.on('notification', ({ payload }) => told.push(payload!))
})
beforeEach(() => {
  told = []
  moveTo(0)
})
afterAll(async () => {
  await listener.end()
  await there.close()
  await here.close()
})

function moveTo(offsetMs: number) {
  for (const { clock } of [here, there]) clock.offsetMs = offsetMs
}
/** The same browser, calling the other process. */
const atTheOther = ({ token, device }: ApiClient) => Object.assign(new ApiClient(there), { token, device })
const from = async (apiClient: ApiClient, ip: string) =>
  (await apiClient.raw('GET', user.path, undefined, { 'x-forwarded-for': ip })).http
const rowOf = async ({ device }: ApiClient) =>
  await here.database.db
    .selectFrom('device')
    .select(['last_seen_at', 'networks'])
    .where('device_id', '=', device!.id)
    .executeTakeFirstOrThrow()
const noted = async (apiClient: ApiClient) =>
  await expect
    .poll(async () => (await rowOf(apiClient)).last_seen_at.getTime())
    .toBeGreaterThan(here.clock.now() - minuteMs / 2)
/** Returns the number of events published for the user, after waiting until all have arrived. */
const toldOf = async ({ userId }: ApiClient) => {
  const mark = `mark ${told.length}`
  await listener.query('select pg_notify($1, $2)', ['finlist', mark])
  await expect.poll(() => told).toContain(mark)
  return told.filter(payload => payload === `person ${userId}`).length
}

it('a device’s last-seen minute is stored but not broadcast, unlike a new network, a new session and the session’s end', async () => {
  const apiClient = await ApiClient.signIn(here, 'hk-yearly')
  await from(apiClient, '203.0.1.7')
  await expect.poll(async () => Object.keys((await rowOf(apiClient)).networks)).toContain(region('203.0.1.7'))
  const before = await toldOf(apiClient)
  for (let minute = 1; minute <= 3; minute++) {
    moveTo(minute * minuteMs)
    expect(await from(apiClient, '203.0.1.7')).toBe(200)
    await noted(apiClient)
  }
  expect((await toldOf(apiClient)) - before).toBe(0)

  expect(await from(apiClient, '203.0.2.7')).toBe(200)
  await expect.poll(() => toldOf(apiClient)).toBe(before + 1)
  const next = Object.assign(new ApiClient(here), { device: apiClient.device })
  await next.browser.oneClick('hk-yearly@demo.example')
  await next.takeToken()
  const signedIn = await toldOf(apiClient)
  expect((await next.ask(user)).http).toBe(200)
  await expect.poll(() => toldOf(apiClient)).toBe(signedIn + 1)
  await here.database.db.deleteFrom('device').where('device_id', '=', next.device!.id).execute()
  await expect.poll(() => toldOf(apiClient)).toBe(signedIn + 2)
})

it('a device’s last-seen minute is written once, even if two processes record it', async () => {
  const apiClient = await ApiClient.signIn(here, 'friend')
  const other = atTheOther(apiClient)
  expect((await other.ask(user)).http).toBe(200)
  await here.database.pool.query(`
    create table device_write (device_id uuid);
    create function note_device_write() returns trigger language plpgsql as $$ begin
      insert into device_write values (new.device_id); return null; end $$;
    create trigger note_device_write after update on device for each row execute function note_device_write()`)
  for (let minute = 1; minute <= 3; minute++) {
    moveTo(minute * minuteMs)
    expect((await apiClient.ask(user)).http).toBe(200)
    await noted(apiClient)
    moveTo(minute * minuteMs + 10_000)
    expect((await other.ask(user)).http).toBe(200)
  }
  const { rowCount } = await here.database.pool.query('select from device_write where device_id = $1', [
    apiClient.device!.id,
  ])
  expect(rowCount).toBe(3)
})

it('a newer browser active in one process shuts an older browser out in the other process (CORE-07)', async () => {
  const first = await ApiClient.signIn(here, 'us-yearly')
  const second = atTheOther(await ApiClient.signIn(here, 'us-yearly'))
  expect([(await second.ask(user)).http, (await first.ask(user)).http]).toEqual([200, 403])
  for (let minute = 1; minute <= 6; minute++) {
    moveTo(minute * minuteMs)
    expect((await second.ask(user)).http).toBe(200)
    await noted(second)
  }
  expect((await first.ask(user)).http).toBe(403)
  moveTo(9 * minuteMs)
  expect((await first.ask(user)).http).toBe(403)
  moveTo(11 * minuteMs)
  await first.takeToken()
  expect((await first.ask(user)).http).toBe(200)
})

it('the limit of four networks counts the networks that either process has seen', async () => {
  const apiClient = await ApiClient.signIn(here, 'jp-trial')
  const other = atTheOther(apiClient)
  const homes = ['203.0.1.7', '203.0.2.7', '203.0.3.7']
  for (const home of homes) {
    expect(await from(other, home)).toBe(200)
    await expect.poll(async () => Object.keys((await rowOf(other)).networks)).toContain(region(home))
  }
  expect(await from(apiClient, homes[0]!)).toBe(200)
  const usedAtTheOther = async (minute: number) => {
    moveTo(minute * minuteMs)
    for (const home of [...homes, '127.0.0.1']) expect(await from(other, home)).toBe(200)
    await noted(other)
  }
  for (let minute = 1; minute <= 8; minute++) await usedAtTheOther(minute)
  const { networks } = await rowOf(other)
  // This process still has the networks' times of the first minute, and must not overwrite later times with them.
  moveTo(9 * minuteMs)
  expect(await from(apiClient, homes[0]!)).toBe(200)
  await noted(apiClient)
  const after = (await rowOf(apiClient)).networks
  for (const home of homes) expect(after[region(home)]).toBeGreaterThanOrEqual(networks[region(home)]!)

  await apiClient.takeToken()
  other.token = apiClient.token
  for (const minute of [10, 11]) await usedAtTheOther(minute)
  expect(await from(apiClient, '198.51.100.7')).toBe(401)
})
