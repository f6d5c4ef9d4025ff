import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { importFiles } from '../apps/server/src/market-data/import/import-files.ts'
import type { ImportRequest } from '../apps/server/src/market-data/import/import-request.ts'

const file = fileURLToPath(import.meta.url)
const kilobyte = 1_024

/** Prices of Hong Kong, as both benches of imports load them. */
export function askingPrices(path: string, dryRun = false): ImportRequest {
  const files = { priceCsv: { path, name: 'prices.csv' } }
  return { kind: 'prices', exchange: 'HKEX', files, by: { userId: null, name: 'bench' }, now: Date.now(), dryRun }
}

/** The growth of an idle process during an import, in bytes: its high-water mark minus its memory before. */
export async function grownBy(url: string, asked: ImportRequest): Promise<number> {
  const child = fork(file)
  child.send({ url, asked })
  const [grown] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [unknown]
  if (typeof grown !== 'number' || grown < 0) throw new Error(`the import alone ended with ${String(grown)}`)
  return grown
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
