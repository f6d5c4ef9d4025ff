import { parentPort, workerData } from 'node:worker_threads'
import { standBack } from '../background/stand-back.ts'
import { snapshotApart } from '../db/database.ts'
import { makePastBoard, type PastBoardWork } from '../market-data/screen/make-past-board.ts'

/** Thread that computes a market's board of a past week. */
const { databaseUrl, work } = workerData as { databaseUrl: string; work: PastBoardWork }
standBack(5)
parentPort!.postMessage(await snapshotApart(databaseUrl, tx => makePastBoard(tx, work)))
