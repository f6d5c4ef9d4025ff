import { ChainCheck } from '@finlist/domain/record/chain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordTools } from '../src/db/record/record-key.ts'
import { loadDemoMarkets } from '../src/demo/market.ts'
import { recordDemoIssues } from '../src/demo/record-issues.ts'
import { readEntries } from '../src/features/record/store.ts'
import { openTestServer, type TestServer } from './test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer()
})
afterAll(() => testServer.close())

it('the demo has a year of issues in the record, each at its time, open but for the newest 13 weeks', async () => {
  const { database, config } = testServer
  const now = testServer.clock.now()
  await loadDemoMarkets(database, config, { now, say: () => undefined, exchanges: ['HKEX', 'US'], stocks: 60 })
  expect(await recordDemoIssues(database)).toBe(2 * 52)
  expect(await recordDemoIssues(database)).toBe(0)

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
})
