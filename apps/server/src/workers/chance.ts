import { parentPort, workerData } from 'node:worker_threads'
import { countChance } from '@finlist/domain/chance/count'
import { standBack } from '../background/stand-back.ts'
import { snapshotApart } from '../db/database.ts'
import type { CountAsked } from '../market-data/chance/chance-job.ts'
import { readPickingStocks } from '../market-data/read-picking-stocks.ts'

/** A thread that counts a market's chance, behind everything else. */
const { databaseUrl, exchange, day, since, count } = workerData as CountAsked
standBack(19)
const stocks = await snapshotApart(databaseUrl, tx => readPickingStocks(tx, exchange, day, since))
parentPort!.postMessage(countChance(exchange, stocks, count))
