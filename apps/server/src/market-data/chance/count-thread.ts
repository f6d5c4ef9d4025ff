import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { Day } from '@finlist/domain/calendar'
import { type ChanceCount, countChance } from '@finlist/domain/chance/count'
import type { ExchangeId } from '@finlist/domain/markets'
import pg from 'pg'
import { readPickingStocks } from '../read-picking-stocks.ts'

/** A market's chance is counted in a thread of its own, behind everything else that the machine has to do. */
export type CountAsked = { databaseUrl: string; exchange: ExchangeId; day: Day; since: Day; count: ChanceCount }

const { databaseUrl, exchange, day, since, count } = workerData as CountAsked
setPriority(constants.priority.PRIORITY_LOW)
const client = new pg.Client({ connectionString: databaseUrl, application_name: 'finlist chance' })
await client.connect()
try {
  await client.query('begin isolation level repeatable read read only')
  const stocks = await readPickingStocks(client, exchange, day, since)
  parentPort!.postMessage(countChance(exchange, stocks, count))
} finally {
  await client.end()
}
