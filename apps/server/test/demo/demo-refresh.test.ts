import { afterEach, beforeEach, expect, it } from 'vitest'
import { directly, freshDatabase } from '../../../../tools/fresh-database.ts'
import { prepareDemo } from '../../src/boot/prepare-demo.ts'
import { readConfig } from '../../src/config.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { isDemoWhole } from '../../src/demo/load.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let database: Database
beforeEach(async () => {
  fresh = await freshDatabase()
  database = await openDatabase(fresh.url, { warn: () => undefined, info: () => undefined }, directly(fresh.url))
})
afterEach(async () => {
  await database.close()
  await fresh.drop()
})

/** A demo without markets, with an external payment provider, so that no sandbox is started. */
const config = readConfig({
  PUBLIC_URL: 'https://demo.example',
  DEMO_PUBLIC: 'yes',
  DEMO_DATA: 'off',
  TRUSTED_PROXIES: '1',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
})
const prepared = () => prepareDemo(config, fresh.url, [], () => undefined)
const people = async () => (await database.db.selectFrom('users').select('user_id').execute()).length
const note = (version: number) => database.db.insertInto('demo_part').values({ name: 'whole', version }).execute()

it('a demo that was never fully loaded is loaded before the server takes calls', { tags: ['slow'] }, async () => {
  const { refresh } = await prepared()
  const loaded = await people()
  expect(loaded).toBeGreaterThan(0)
  await refresh()
  expect(await people()).toBe(loaded)
})

it('a demo that lacks the data of a newer version is loaded before the server takes calls', {
  tags: ['slow'],
}, async () => {
  await note(0)
  await prepared()
  expect(await people()).toBeGreaterThan(0)
})

it('a demo that was fully loaded starts immediately, and missing data is added afterwards', {
  tags: ['slow'],
}, async () => {
  await note(1)
  const { refresh } = await prepared()
  expect(await people()).toBe(0)
  await refresh()
  expect(await people()).toBeGreaterThan(0)
})

it('a demo without its markets does not count as fully loaded', async () => {
  await prepared()
  expect(await isDemoWhole(database)).toBe(false)
})
