import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ChainCheck, type Head } from '@finlist/domain/record/chain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { directly, freshDatabase } from '../../../../tools/fresh-database.ts'
import { backUp } from '../../src/db/back-up.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { appendToRecord } from '../../src/db/record/append.ts'
import { recordTools } from '../../src/db/record/record-key.ts'
import { restore } from '../../src/db/restore.ts'
import { ownTarget } from '../../src/db/restore-target.ts'
import { readEntries } from '../../src/features/record/store.ts'

const silent = { warn: () => undefined, info: () => undefined }
let folder: string
let [fresh, copy] = [] as Awaited<ReturnType<typeof freshDatabase>>[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'finlist-record-'))
  fresh = await freshDatabase()
  copy = await freshDatabase()
})
afterAll(async () => {
  await fresh?.drop()
  await copy?.drop()
  await rm(folder, { recursive: true, force: true })
})

const add = (database: Database, date: string): Promise<Head> =>
  database.transaction(tx => appendToRecord(tx, { kind: 'issue', market: 'HKEX', body: { list: { date } } }))

async function faultsOf({ db }: Database, held: Head): Promise<string[]> {
  const checking = new ChainCheck(recordTools)
  await checking.add(await readEntries(db, 1, 1_000, Date.now()))
  return checking.finish([held]).faults.map(({ fault, seq }) => `${fault} ${seq}`)
}

it('a restored backup has the record and its key; anyone with a later head notices if the backup was older', async () => {
  const live = await openDatabase(fresh!.url, silent, directly(fresh!.url))
  const kept = await add(live, '2026-07-10')
  const file = join(folder, 'older.gz')
  await backUp([{ name: 'finlist', url: directly(fresh!.url) }], file, new Date())
  const later = await add(live, '2026-07-17')
  await live.close()

  await restore(file, async () => ownTarget(directly(copy!.url)))
  const restored = await openDatabase(copy!.url, silent, directly(copy!.url))
  try {
    expect(await faultsOf(restored, kept)).toEqual([])
    expect(await faultsOf(restored, later)).toEqual([`stale-head ${kept.seq}`])
    await add(restored, '2026-07-17')
    expect(await faultsOf(restored, kept)).toEqual([])
    expect(await faultsOf(restored, later)).toEqual([`fork ${later.seq}`])
    await expect(restored.pool.query('truncate record')).rejects.toThrow('only added to')
  } finally {
    await restored.close()
  }
})
