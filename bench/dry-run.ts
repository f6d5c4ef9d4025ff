// How long does a dry run of an import take compared with only parsing the file, and how much memory does a file of 50 MB take? At most 3x, and 100 MB.
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { importFiles } from '../apps/server/src/market-data/import/import-files.ts'
import { throwawayFolder } from '../tools/throwaway-folder.ts'
import { machine } from './parts/cpu.ts'
import { askingPrices, grownBy } from './parts/import-alone.ts'

const [lines, largeLines, rounds] = [100_000, 870_000, 5]
const [limit, limitMb] = [3, 100]

const { path: folder, remove } = await throwawayFolder('finlist-bench')
const cluster = await startEmbeddedPostgres({ dataDir: folder, log: line => console.error(line) })
try {
  await migrate(cluster.url)
  const database = await openDatabase(cluster.url, { warn: () => undefined, info: () => undefined })
  const load = (path: string, dryRun: boolean) => importFiles(database, askingPrices(path, dryRun))
  const dryRun = (path: string) => load(path, true)
  const compared = async (what: string) => {
    await dryRun(file)
    const ratios: number[] = []
    for (let round = 0; round < rounds; round++) {
      const parsed = await timed(() => parseAlone(file))
      const tried = await timed(() => dryRun(file))
      ratios.push(tried / parsed)
      console.log(`  ${what}, round ${round + 1}: parsing ${parsed.toFixed(0)} ms, dry run ${tried.toFixed(0)} ms`)
    }
    return ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]!
  }
  const [file, large] = [await write('prices.csv', lines), await write('large.csv', largeLines)]
  const fresh = await compared('new rows')
  await load(file, false)
  const present = await compared('rows that are there')
  const grown = (await grownBy(cluster.url, askingPrices(large, true))) / 1_048_576
  console.log(`${machine()}\ndry run of ${lines} lines beside parsing alone (at most ${limit}x):`)
  console.log(`new rows ${fresh.toFixed(2)}x, rows that are there ${present.toFixed(2)}x`)
  console.log(`a file of 50 MB: memory of a process of its own grew by ${grown.toFixed(0)} MB (at most ${limitMb})`)
  if (Math.max(fresh, present) > limit || grown > limitMb) process.exitCode = 1
  await database.close()
} finally {
  await cluster.stop()
  await remove()
}

async function write(name: string, count: number): Promise<string> {
  const path = join(folder, name)
  await pipeline(Readable.from(prices(count)), createWriteStream(path))
  return path
}

function* prices(count: number) {
  yield 'stockCode,date,open,high,low,close,volume\n'
  for (let row = 0; row < count; row++) {
    const date = new Date(Date.UTC(2021, 0, 1 + (row % 1_000))).toISOString().slice(0, 10)
    const close = (20 + 10 * Math.sin(row / 97)).toFixed(2)
    yield `${String(1 + Math.floor(row / 1_000)).padStart(4, '0')},${date},${close},${close},${close},${close},${1_000_000 + row}\n`
  }
}

async function parseAlone(path: string) {
  let seen = 0
  for await (const _ of createReadStream(path).pipe(parse())) seen++
  if (seen !== lines + 1) throw new Error(`${seen} lines`)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}
