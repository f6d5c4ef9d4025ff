import { parentPort, workerData } from 'node:worker_threads'
import type { Day } from '@finlist/domain/calendar'
import { type ChanceCount, countChance } from '@finlist/domain/chance/count'
import type { ExchangeId } from '@finlist/domain/markets'
import { snapshotApart } from '../db/database.ts'
import { readPickingStocks } from '../market-data/read-picking-stocks.ts'
import { standBack } from './stand-back.ts'

export type CountAsked = { databaseUrl: string; exchange: ExchangeId; day: Day; since: Day; count: ChanceCount }

/** A thread that counts a market's chance, behind everything else. */
const { databaseUrl, exchange, day, since, count } = workerData as CountAsked
standBack(19)
const stocks = await snapshotApart(databaseUrl, tx => readPickingStocks(tx, exchange, day, since))
parentPort!.postMessage(countChance(exchange, stocks, count))
