import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { tradingDays } from '@finlist/domain/calendar'
import { type Database, openDatabase } from '../../apps/server/src/db/database.ts'
import { importFiles } from '../../apps/server/src/market-data/import/import-files.ts'
import type { ImportRequest } from '../../apps/server/src/market-data/import/import-request.ts'

const file = fileURLToPath(import.meta.url)
const kilobyte = 1_024

/** A Hong Kong price import, as both import benchmarks load it. */
export function askingPrices(path: string, dryRun = false): ImportRequest {
  const files = { priceCsv: { path, name: 'prices.csv' } }
  return { kind: 'prices', exchange: 'HKEX', files, by: { userId: null, name: 'bench' }, now: Date.now(), dryRun }
}

/** Bytes of memory that an import adds to an idle process: its peak use less its use before. */
export async function grownBy(url: string, asked: ImportRequest): Promise<number> {
  const child = fork(file)
  child.send({ url, asked })
  const [grown] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [unknown]
  if (typeof grown !== 'number' || grown < 0) throw new Error(`the import alone ended with ${String(grown)}`)
  return grown
}

/** `rows` realistic price lines, 1,000 days for each stock. */
export function* priceLines(rows: number, shift: number) {
  const days = tradingDays('HKEX', '2016-01-01', '2019-12-31').slice(0, 1_000)
  let piece = 'exchange,stockCode,date,open,high,low,close,volume\n'
  for (let row = 0; row < rows; row++) {
    const code = String(1 + Math.floor(row / 1_000)).padStart(4, '0')
    const base = 20 + 10 * Math.sin(row / 97) + shift
    const [open, close] = [base, base * (1 + Math.sin(row / 7) / 50)]
    const [high, low] = [Math.max(open, close) * 1.01, Math.min(open, close) * 0.99]
    const bar = [open, high, low, close].map(price => price.toFixed(2)).join(',')
    piece += `HKEX,${code},${days[row % 1_000]},${bar},${1_000_000 + ((row * 7919) % 900_000)}\n`
    if (piece.length > 65_536) {
      yield piece
      piece = ''
    }
  }
  yield piece
}

/** Deletes everything that price imports have written. */
export async function empty({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query(
    'truncate bar, bar_history, doubt, unconfirmed_bar, held_day, stock, upload, upload_file, upload_chunk, replaced_issue, replaced_row, renamed_rows, last_updated',
  )
}

if (process.argv[1] === file) {
  const [{ url, asked }] = (await once(process, 'message')) as [{ url: string; asked: ImportRequest }]
  const database = await openDatabase(url, { warn: () => undefined, info: () => undefined })
  const before = process.memoryUsage().rss
  await importFiles(database, asked)
  const most = process.resourceUsage().maxRSS * kilobyte
  await database.close()
  process.send?.(most - before)
  process.disconnect()
}
