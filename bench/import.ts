// What does an import cost that checks, replaces and keeps the original? A million price rows compared with a plain COPY: at most 4x for new rows, 4x for the same rows again, 7.5x for changed rows, and 64 MB of memory.
import { createReadStream, createWriteStream } from 'node:fs'
import { cpus, hostname } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { type Database, openDatabase } from '../apps/server/src/db/database.ts'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { importFiles } from '../apps/server/src/market-data/import/import-files.ts'
import { throwawayFolder } from '../tools/throwaway-folder.ts'
import { askingPrices, empty, grownBy, priceLines } from './parts/import-alone.ts'

const rows = Number(process.argv[2] ?? 1_000_000)
const rounds = 5
const bounds = { 'import into an empty table': 4, 'the same file again': 4, 'a file with every row changed': 7.5 }
const mostMegabytes = 64
const megabyte = 1_048_576

const { path: folder, remove } = await throwawayFolder('finlist-bench')
const cluster = await startEmbeddedPostgres({ dataDir: folder, log: line => console.error(line) })
try {
  await migrate(cluster.url)
  const database = await openDatabase(cluster.url, { warn: () => undefined, info: () => undefined })
  await run(database)
  await database.close()
} finally {
  await cluster.stop()
  await remove()
}

async function run(database: Database) {
  const file = join(folder, 'prices.csv')
  const changed = join(folder, 'changed.csv')
  await pipeline(Readable.from(priceLines(rows, 0)), createWriteStream(file))
  await pipeline(Readable.from(priceLines(rows, 1)), createWriteStream(changed))

  const times: Record<string, number[]> = {}
  const timed = async (name: string, work: () => Promise<unknown>) => {
    await database.pool.query('checkpoint')
    const since = performance.now()
    await work()
    ;(times[name] ??= []).push(performance.now() - since)
  }
  for (let round = 0; round < rounds; round++) {
    await empty(database)
    await timed('plain COPY', () => plainCopy(database, file))
    await empty(database)
    await timed('import into an empty table', () => load(database, file))
    await timed('the same file again', () => load(database, file))
    await timed('a file with every row changed', () => load(database, changed))
    console.error(
      `  round ${round + 1}: ${Object.values(times)
        .map(taken => `${(taken.at(-1)! / 1000).toFixed(1)} s`)
        .join(', ')}`,
    )
  }

  console.log(`${rows} price rows, median of ${rounds} on ${hostname()} (${cpus().length} x ${cpus()[0]?.model})`)
  const plain = median(times['plain COPY']!)
  console.log(`  ${'plain COPY'.padEnd(32)} ${(plain / 1000).toFixed(2)} s`)
  for (const [name, bound] of Object.entries(bounds)) {
    const ratio = median(times[name]!) / plain
    if (ratio > bound) process.exitCode = 1
    const seconds = (median(times[name]!) / 1000).toFixed(2)
    console.log(`  ${name.padEnd(32)} ${seconds} s  ${ratio.toFixed(2)}x (at most ${bound}x)`)
  }
  const grown: number[] = []
  for (let round = 0; round < rounds; round++) {
    await empty(database)
    grown.push((await grownBy(cluster.url, askingPrices(file))) / megabyte)
  }
  console.log(`  memory of a process of its own grew by ${median(grown).toFixed(0)} MB (at most ${mostMegabytes} MB)`)
  if (median(grown) > mostMegabytes) process.exitCode = 1
}

async function plainCopy({ pool }: Database, file: string) {
  const client = await pool.connect()
  try {
    const copy = copyFrom(
      'copy bar (exchange, stock_code, date, open, high, low, close, volume) from stdin (format csv, header)',
    )
    await pipeline(createReadStream(file), client.query(copy))
  } finally {
    client.release()
  }
}

async function load(database: Database, path: string) {
  const { count } = await importFiles(database, askingPrices(path))
  if (count !== rows) throw new Error(`${count} rows instead of ${rows}`)
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
}
