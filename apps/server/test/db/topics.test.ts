import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { importKinds, importOf } from '@finlist/contract/staff/imports'
import type { TopicKind } from '@finlist/contract/topics'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ChangeKind } from '../../src/db/change-feed.ts'
import { ProductClock } from '../../src/db/product-clock.ts'
import { everyCall } from '../../src/http/api-documents/every-call.ts'
import { importers } from '../../src/market-data/import/importers.ts'
import { openTestServer, type TestServer } from '../test-server.ts'

const topics: Record<TopicKind, true> = {
  finlist: true,
  prices: true,
  board: true,
  patterns: true,
  markettrend: true,
  shareholding: true,
  movers: true,
  'profit-alerts': true,
  education: true,
  game: true,
  closings: true,
  chance: true,
  models: true,
  'track-record': true,
  rates: true,
  messages: true,
}
/** Changes that triggers announce, whichever code changes the rows. */
const ofRows: Record<Exclude<ChangeKind, TopicKind>, true> = {
  person: true,
  positions: true,
  filters: true,
  standings: true,
  keys: true,
  clock: true,
  jobs: true,
  names: true,
}

let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer({}, { demo: false })
  await ProductClock.open(testServer.database)
})
afterAll(() => testServer.close())

it('every change topic is published in the code, and used by a cache or by the response of a call', async () => {
  const published = new Set<string>(
    importKinds.flatMap(kind => importers[kind].topics(importOf(kind).only ?? 'HKEX').map(kindOf)),
  )
  for (const source of await serverSources())
    for (const [publishing] of source.matchAll(/\bpublish(?:edAt)?\(tx, [^;]*/g))
      for (const [, kind = ''] of publishing.matchAll(/['`]([\w-]+):/g)) published.add(kind)
  const calls = [...(await everyCall()).values()].flatMap(({ call }) => [...call.topics])
  const heard = new Set<string>([...testServer.database.changes.heard, ...calls])
  expect([...published].toSorted()).toEqual(Object.keys(topics).toSorted())
  expect(Object.keys(topics).filter(kind => !heard.has(kind))).toEqual([])
})

it('every row change that a trigger announces has a listener, and every listener has a trigger', async () => {
  const { rows } = await testServer.database.pool.query<{ source: string }>(
    `select prosrc as source from pg_proc where prosrc like '%pg_notify(''finlist''%'`,
  )
  const told = rows.flatMap(({ source }) =>
    [...source.matchAll(/pg_notify\('finlist', '(\w+)/g)].map(([, word]) => word!),
  )
  // Topics that only processes of the previous version listen to: the rankings, under their older name.
  const older = ['game']
  expect([...new Set(told)].toSorted()).toEqual([...older, 'published', ...Object.keys(ofRows)].toSorted())
  expect(Object.keys(ofRows).filter(kind => !testServer.database.changes.heard.includes(kind))).toEqual([])
})

const kindOf = (topic: string) => topic.split(':')[0]!

async function serverSources(): Promise<string[]> {
  const folder = new URL('../../src', import.meta.url).pathname
  const files = (await readdir(folder, { recursive: true })).filter(name => name.endsWith('.ts'))
  return await Promise.all(files.map(name => readFile(join(folder, name), 'utf8')))
}
