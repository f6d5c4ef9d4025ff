// @module-tag slow
import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ChainCheck } from '@finlist/domain/record/chain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { childEnv } from '../../../../tools/child-env.ts'
import { directly, freshDatabase } from '../../../../tools/fresh-database.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { recordTools } from '../../src/db/record/record-key.ts'
import { readEntries } from '../../src/features/record/store.ts'
import { show } from '../figure.ts'

const program = fileURLToPath(new URL('../append-on.ts', import.meta.url))
const kills = Number(process.env['SOAK_RUNS'] ?? 6)
const hands = 4

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let database: Database
beforeAll(async () => {
  fresh = await freshDatabase()
  database = await openDatabase(fresh.url, { warn: () => undefined, info: () => undefined }, directly(fresh.url))
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
})

function start() {
  const child = spawn(process.execPath, [program], {
    env: childEnv({ DATABASE_URL: fresh.url }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', text => (said += String(text)))
  const ended = new Promise<void>(done => child.once('close', () => done()))
  const begun = Promise.race([
    new Promise<void>(done => child.stdout.once('data', () => done())),
    ended.then(() => Promise.reject(new Error(`it ended by itself: ${said}`))),
  ])
  return { child, begun, ended }
}

it(`four concurrent writers killed (-9) ${kills} times leave no gap and no duplicate in the record, and every entry matches its data`, async context => {
  const running = Array.from({ length: hands }, start)
  await Promise.all(running.map(({ begun }) => begun))
  for (let kill = 0; kill < kills; kill++) {
    await wait(Math.random() * 60)
    const [{ child, ended }] = running.splice(Math.floor(Math.random() * hands), 1) as [ReturnType<typeof start>]
    child.kill('SIGKILL')
    await ended
    const next = start()
    running.push(next)
    await next.begun
  }
  for (const { child, ended } of running) {
    child.kill('SIGKILL')
    await ended
  }
  const entries = await readEntries(database.db, 1, 10_000_000, Date.now())
  const checking = new ChainCheck(recordTools)
  await checking.add(entries)
  const { faultCount, head } = checking.finish()
  expect({ faultCount, seq: head?.seq }).toEqual({ faultCount: 0, seq: entries.length })

  const recorded = entries
    .filter(({ kind }) => kind === 'proposal')
    .map(({ body }) => (JSON.parse(body!) as { key: string }).key)
  const rows = await database.db.selectFrom('config_entry').select('key').where('key', 'like', 'recorded-%').execute()
  expect(recorded.toSorted()).toEqual(rows.map(({ key }) => key).toSorted())
  expect(recorded.length).toBeGreaterThan(kills + hands)
  show(context, {
    name: `entries missing or twice, four hands killed (-9) ${kills} times`,
    is: `0 of ${entries.length}`,
    asked: '0',
  })
}, 900_000)
