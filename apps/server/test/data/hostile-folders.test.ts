import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { directly, freshDatabase } from '../../../../tools/fresh-database.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import type { KeyRing } from '../../src/db/keys.ts'
import { VideoFiles } from '../../src/features/education/video-files.ts'
import { ClientError } from '../../src/http/client-errors.ts'
import { dropFolder } from '../../src/market-data/folders/drop-folder.ts'
import { takeIncoming } from '../../src/market-data/folders/incoming-folder.ts'
import { takeOnce } from '../../src/market-data/folders/take-once.ts'
import { importFiles } from '../../src/market-data/import/import-files.ts'
import { openTestServer, type TestServer } from '../test-server.ts'
import { lines } from './send-files.ts'

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

/** The folder that suppliers write to, next to one that they must not reach. */
let place: string
let incoming: string
let prices: string
let outside: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'finlist-hostile-folder-'))
  incoming = join(place, 'incoming')
  prices = join(incoming, 'HKEX', 'prices')
  outside = join(place, 'outside')
  mkdirSync(prices, { recursive: true })
  mkdirSync(outside)
  return () => rmSync(place, { recursive: true })
})

const head = 'stockCode,date,open,high,low,close,volume'
const good = (stockCode: number) => lines(head, `${stockCode},2026-07-16,1,2,1,2,100`)
const bad = lines(head, '700,2026-07-16,secret,2,1,2,100')

/** Writes a file whose last change is a minute ago. */
function lay(path: string | Buffer, content: string) {
  writeFileSync(path, content)
  const then = Date.now() / 1_000 - 60
  utimesSync(path, then, then)
}
const run = () => takeIncoming(incoming, database).run(Date.parse('2026-07-17T12:00:00Z'))
const bars = async (stockCode: string) =>
  (await database.pool.query(`select from bar where stock_code = $1`, [stockCode])).rowCount
const pipe = (path: string) => execFileSync('mkfifo', [path])

describe('an incoming folder', () => {
  it('ignores links, pipes and devices, and still reads the files next to them', async () => {
    lay(join(outside, 'private.csv'), good(101))
    symlinkSync(join(outside, 'private.csv'), join(prices, 'link.csv'))
    symlinkSync('/dev/zero', join(prices, 'zero.csv'))
    symlinkSync(join(prices, 'loop.csv'), join(prices, 'loop.csv'))
    pipe(join(prices, 'pipe.csv'))
    mkdirSync(join(prices, 'folder.csv'))
    lay(join(prices, 'own.csv'), good(102))
    expect(await run()).toEqual({ rows: 1 })
    expect([await bars('0101'), await bars('0102')]).toEqual([0, 1])
    expect(readdirSync(prices).toSorted()).toEqual([
      'done',
      'folder.csv',
      'link.csv',
      'loop.csv',
      'pipe.csv',
      'zero.csv',
    ])
  })

  it.each([
    ['market', () => join(incoming, 'US'), () => [join(outside, 'prices'), outside]],
    ['kind', () => join(incoming, 'HKEX', 'stocks'), () => [outside, outside]],
  ] as const)(
    'reads and moves nothing of another folder that a link in place of a %s leads to, and reports the link',
    async (_, link, to) => {
      const [files, target] = to()
      mkdirSync(files!, { recursive: true })
      lay(join(files!, 'private.csv'), good(103))
      lay(join(prices, 'own.csv'), good(104))
      symlinkSync(target!, link())
      await expect(run()).rejects.toThrow(`${link()}: `)
      expect(readdirSync(files!)).toEqual(['private.csv'])
      expect([await bars('0104'), existsSync(join(prices, 'done/own.csv'))]).toEqual([1, true])
    },
  )

  it.each(['done', 'failed'])('moves nothing through a link named %s', async name => {
    symlinkSync(outside, join(prices, name))
    lay(join(prices, '1.csv'), name === 'done' ? good(105) : bad)
    await expect(run()).rejects.toThrow(/1\.csv was (loaded|refused) and cannot be moved: .*is a link/)
    expect(readdirSync(outside)).toEqual([])
    expect(existsSync(join(prices, '1.csv'))).toBe(true)
  })

  it('overwrites nothing through a link that has a report’s name, and does not block on a pipe of that name', async () => {
    lay(join(outside, 'private.txt'), 'as it was')
    for (const name of ['done', 'failed']) mkdirSync(join(prices, name))
    symlinkSync(join(outside, 'private.txt'), join(prices, 'failed/1.csv.txt'))
    symlinkSync(join(outside, 'new.txt'), join(prices, 'failed/2.csv.txt'))
    pipe(join(prices, 'done/3.csv.txt'))
    for (const name of ['1.csv', '2.csv']) lay(join(prices, name), bad)
    lay(join(prices, '3.csv'), good(106))
    expect(await run()).toEqual({ rows: 1 })
    expect(readdirSync(outside)).toEqual(['private.txt'])
    expect(readFileSync(join(outside, 'private.txt'), 'utf8')).toBe('as it was')
    for (const name of ['failed/1.csv.txt', 'failed/2.csv.txt', 'done/3.csv.txt'])
      expect([name, lstatSync(join(prices, name)).isFile()]).toEqual([name, true])
    expect(readFileSync(join(prices, 'failed/1.csv.txt'), 'utf8')).toContain('open is not a number')
  })

  it('loads a file with a name of maximum length, and skips a name that is not valid text', async () => {
    const longest = `${'x'.repeat(251)}.csv`
    lay(join(prices, longest), good(107))
    lay(Buffer.concat([Buffer.from(`${prices}/0`), Buffer.from([0xb4, 0xfa]), Buffer.from('.csv')]), good(108))
    lay(join(prices, 'own.csv'), good(109))
    expect(await run()).toEqual({ rows: 2 })
    expect(await run()).toEqual({ rows: 0 })
    expect([await bars('0107'), await bars('0109')]).toEqual([1, 1])
    const done = readdirSync(join(prices, 'done'))
    expect(done).toContain(longest)
    expect(done.filter(name => name.endsWith('.txt'))).toHaveLength(2)
  })

  it('stores nothing of a file that grew or was replaced while being read, and reads it once it no longer changes', async () => {
    const path = join(prices, 'growing.csv')
    const feed = dropFolder(prices)
    const changes = [
      () => appendFileSync(path, 'more\n'),
      () => {
        rmSync(path)
        symlinkSync(join(outside, 'private.csv'), path)
      },
    ]
    lay(join(outside, 'private.csv'), bad)
    for (const change of changes) {
      rmSync(path, { force: true })
      lay(path, good(110))
      const [file] = await feed.waiting()
      const insert = `insert into loaded_file (path, modified_ms, bytes) values ('kept?', 0, 0)`
      const rows = await takeOnce(database, feed, file!, async also => {
        change()
        await database.write(async tx => {
          await tx.query(insert)
          await also(tx)
        })
        return { rows: 1 }
      })
      const { rowCount } = await database.pool.query(`select from loaded_file where path = 'kept?'`)
      expect([rows, rowCount, readdirSync(prices)]).toEqual([0, 0, ['growing.csv']])
    }
    rmSync(path)
    lay(path, good(110))
    expect(await run()).toEqual({ rows: 1 })
  })

  it('reveals nothing about a file that was replaced by a link', async () => {
    const path = join(prices, 'exchanged.csv')
    const feed = dropFolder(prices)
    lay(join(outside, 'private.csv'), bad)
    const exchange = () => {
      rmSync(path)
      symlinkSync(join(outside, 'private.csv'), path)
    }
    lay(path, good(111))
    const [file] = await feed.waiting()
    const quoted = () => {
      exchange()
      return Promise.reject(new ClientError(400, 'missing', { values: { field: 'secret' } }))
    }
    expect(await takeOnce(database, feed, file!, quoted)).toBe(0)
    const load = () => Promise.reject(new Error('it was read'))
    expect(await takeOnce(database, feed, file!, load)).toBe(0)
    rmSync(path)
    pipe(path)
    expect(await takeOnce(database, feed, file!, load)).toBe(0)
    expect(readdirSync(prices)).toEqual(['exchanged.csv'])
  })
})

describe('a file swapped while it is being read, and put back before anyone looks', () => {
  const names = { link: 'a link', pipe: 'a pipe' }
  it.each(['link', 'pipe'] as const)(
    'is neither read nor reported if swapped for a %s',
    async what => {
      const path = join(prices, 'twice.csv')
      const kept = join(outside, 'kept.csv')
      lay(path, good(112))
      lay(join(outside, 'private.csv'), bad)
      const feed = dropFolder(prices)
      const [file] = await feed.waiting()
      const rows = await takeOnce(database, feed, file!, async also => {
        renameSync(path, kept)
        if (what === 'pipe') pipe(path)
        else symlinkSync(join(outside, 'private.csv'), path)
        try {
          const asked = { exchange: 'HKEX' as const, by: { userId: null, name: names[what] }, now: Date.now() }
          const files = { priceCsv: file! }
          const { count } = await importFiles(database, { kind: 'prices', ...asked, files, most: 1_000_000 }, also)
          return { rows: count }
        } finally {
          rmSync(path)
          renameSync(kept, path)
        }
      })
      expect([rows, await bars('0112'), readdirSync(prices)]).toEqual([0, 0, ['twice.csv']])
    },
    10_000,
  )
})

describe('the folder of videos', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'finlist-hostile-videos-'))
  let testServer: TestServer
  beforeAll(async () => {
    testServer = await openTestServer({ DATA_DIR: dataDir }, { demo: false })
  })
  afterAll(async () => {
    await testServer.close()
    rmSync(dataDir, { recursive: true })
  })

  it('serves no pipe, and no link that leads out of it, neither as a public picture nor as captions', async () => {
    const videos = join(dataDir, 'videos')
    mkdirSync(videos)
    writeFileSync(join(outside, 'private.txt'), 'private')
    writeFileSync(join(videos, 'own.png'), 'own')
    symlinkSync(join(outside, 'private.txt'), join(videos, 'link.png'))
    symlinkSync(outside, join(videos, 'folder'))
    writeFileSync(join(outside, 'inner.png'), 'private')
    symlinkSync(join(videos, 'own.png'), join(videos, 'inside.png'))
    for (const name of ['pipe.png', 'pipe.en.vtt', 'pipe.mp4']) pipe(join(videos, name))
    try {
      const get = async (name: string) => {
        const signal = AbortSignal.timeout(3_000)
        return (await fetch(`${testServer.base}/api/education/files/${name}`, { signal })).status
      }
      // More pipes than there are threads that open files.
      const pipes = Array.from({ length: 8 }, () => get('pipe.png'))
      expect(await Promise.allSettled(pipes)).toEqual(pipes.map(() => ({ status: 'fulfilled', value: 404 })))
      const names = ['own.png', 'inside.png', 'link.png', 'folder/inner.png', 'none.png']
      expect(await Promise.all(names.map(get))).toEqual([200, 200, 404, 404, 404])
      const files = new VideoFiles({ folders: [videos], ring: () => keyRing, now: testServer.clock.now })
      expect(files.captionsOf('pipe.mp4')).toEqual([])
    } finally {
      for (const name of readdirSync(videos).filter(name => name.startsWith('pipe'))) emptyPipe(join(videos, name))
    }
  })
})

const keyRing = { signing: { id: 'a', value: Buffer.alloc(32) }, accepted: [] } as unknown as KeyRing

/** Unblocks a reader that waits for the pipe. */
const emptyPipe = (path: string) => closeSync(openSync(path, constants.O_RDWR | constants.O_NONBLOCK))
