import { parentPort, workerData } from 'node:worker_threads'
import { dayNumber } from '@finlist/domain/market-trend/breadth'
import { issueOf, issueText } from '@finlist/domain/picking/issue'
import { standBack } from '../background/stand-back.ts'
import { snapshotApart } from '../db/database.ts'
import type { AgainWork } from '../features/track-record/corrections.ts'
import { readPast } from '../market-data/lists/read-past-stocks.ts'

/** Thread that recomputes lists from current prices. */
const { databaseUrl, work } = workerData as { databaseUrl: string; work: AgainWork }
const { exchange, days } = work
/** An instant later than any correction of prices, so that current prices are read. */
const known = Date.UTC(9_999, 0)
standBack(19)
parentPort!.postMessage(
  await snapshotApart(databaseUrl, async tx => {
    const past = await readPast(tx, exchange, { from: days[0]!, until: days.at(-1)!, known })
    const textOf = (day: string) => issueText(issueOf(exchange, past.stocksOn(day, known), dayNumber(day)))
    return Object.fromEntries(days.map(day => [day, textOf(day)]))
  }),
)
