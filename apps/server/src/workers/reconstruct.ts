import { parentPort, workerData } from 'node:worker_threads'
import { standBack } from '../background/stand-back.ts'
import { snapshotApart } from '../db/database.ts'
import { makePast, type PastWork } from '../features/picking/reconstruction/make-past.ts'

/** Thread that reconstructs past lists, at the lowest priority. */
const { databaseUrl, work } = workerData as { databaseUrl: string; work: PastWork }
standBack(19)
parentPort!.postMessage(await snapshotApart(databaseUrl, tx => makePast(tx, work)))
