import { parentPort, workerData } from 'node:worker_threads'
import { standBack } from '../background/stand-back.ts'
import { snapshotApart } from '../db/database.ts'
import { type DrawWork, drawsOf } from '../research/draw-twins.ts'

/**
 * Thread that draws twins (comparison stocks). That takes seconds of CPU time, for which requests would otherwise have
 * to wait.
 */
const { databaseUrl, work } = workerData as { databaseUrl: string; work: DrawWork }
standBack(10)
parentPort!.postMessage(await snapshotApart(databaseUrl, tx => drawsOf(tx, work)))
