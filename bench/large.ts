/*
 * Does a chart's history of ten years cost the same in a server of ten million bars as in one of a million? At most 2x.
 * Opt-in, because it writes gigabytes: npm run bench -- large, optionally followed by a number of bars.
 */
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { machine } from './parts/cpu.ts'
import { openOwnServer } from './parts/own-server.ts'
import { barsOfStock, fillBars, timeHistories } from './parts/price-history.ts'

const limit = 2
const few = 1_000_000
const many = Number(process.argv[2] ?? 10_000_000)
const measuredStocks = 150
/** Bytes of disk that a bar takes: its row, its index entry and its part of the write-ahead log. */
const bytesPerBar = 500
const bytesAside = 4e9

if (!(many > few)) throw new Error(`more than ${few} bars, please`)
const { bavail, bsize } = await statfs(tmpdir())
const [free, needed] = [bavail * bsize, many * bytesPerBar + bytesAside]
if (free < needed) throw new Error(`${gigabytes(free)} are free in ${tmpdir()}, and ${gigabytes(needed)} may be needed`)

const server = await openOwnServer()
try {
  const small = await measure(few)
  const large = await measure(many)
  const ratio = large.cold / small.cold
  process.stdout.write(
    `${machine()}; history of ${barsOfStock} bars, nobody asked before, medians of ${measuredStocks} stocks: ` +
      `${small.cold.toFixed(1)} ms with ${few.toLocaleString('en')} bars, ${large.cold.toFixed(1)} ms with ${many.toLocaleString('en')}, ` +
      `${ratio.toFixed(2)}x (at most ${limit}x; the SELECT alone ${small.select.toFixed(1)} and ${large.select.toFixed(1)} ms)\n`,
  )
  if (!(ratio <= limit)) process.exitCode = 1
} finally {
  await server.close()
}

/** Measures stocks from all parts of the table, after a few others as a warm-up. */
async function measure(bars: number) {
  const stocks = Math.ceil(bars / barsOfStock)
  await fillBars(server, stocks)
  const apart = Array.from({ length: stocks }, (_, at) => 1 + ((at * 1_009) % stocks))
  await timeHistories(server, apart.slice(measuredStocks, measuredStocks + 20), 'udf')
  return await timeHistories(server, apart.slice(0, measuredStocks), 'udf')
}

function gigabytes(bytes: number) {
  return `${(bytes / 1e9).toFixed(1)} GB`
}
