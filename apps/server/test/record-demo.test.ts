import { ChainCheck } from '@finlist/domain/record/chain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordTools } from '../src/db/record/record-key.ts'
import { bringDemoMarkets } from '../src/demo/bring-markets.ts'
import { readEntries } from '../src/features/record/store.ts'
import { openTestServer, type TestServer } from './test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer()
})
afterAll(() => testServer.close())

const bring = (now: number) =>
  bringDemoMarkets(testServer.database, testServer.config, {
    now,
    say: () => undefined,
    exchanges: ['HKEX', 'US'],
    stocks: 60,
  })

it('the demo has a year of issues in the record, each at its time, open but for the newest 13 weeks; what comes with its clock follows on', async () => {
  const { database } = testServer
  const now = testServer.clock.now()
  await bring(now)

  const entries = await readEntries(database.db, 1, 1_000, now)
  const checking = new ChainCheck(recordTools)
  await checking.add(entries)
  expect(checking.finish().faults).toEqual([])
  const issues = entries.filter(({ kind }) => kind === 'issue')
  const masked = issues.filter(({ body }) => body === undefined)
  expect(issues).toHaveLength(2 * 52)
  expect(masked).toHaveLength(2 * 13)
  expect(issues.slice(-masked.length)).toEqual(masked)
  const { rows } = await database.pool.query<{ at: Date }>('select published_at as at from finlist_issue order by 1')
  expect(issues.map(({ madeAt }) => madeAt)).toEqual(rows.map(({ at }) => at.toISOString()))

  await bring(now + 7 * 86_400_000)
  const later = await readEntries(database.db, 1, 1_000, now)
  expect(later.slice(0, entries.length)).toEqual(entries)
  expect(later.slice(entries.length).map(({ kind, market }) => `${kind} ${market}`)).toEqual(['issue HKEX', 'issue US'])
})
