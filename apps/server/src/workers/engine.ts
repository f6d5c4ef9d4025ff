import { parentPort, workerData } from 'node:worker_threads'
import { standBack } from '../background/stand-back.ts'
import { snapshotApart } from '../db/database.ts'
import { EngineFailed } from '../features/picking/engine-failed.ts'
import { type EngineWork, workOf } from '../features/picking/engine-work.ts'
import type { EngineAnswer } from '../features/picking/run-engine.ts'

/** Thread that makes a list. That takes seconds of CPU time, for which requests would otherwise have to wait. */
const { databaseUrl, work } = workerData as { databaseUrl: string; work: EngineWork }
const answer = (told: EngineAnswer) => parentPort!.postMessage(told)

standBack(10)
try {
  answer({ result: await snapshotApart(databaseUrl, tx => workOf(tx, work)) })
} catch (error) {
  if (!(error instanceof EngineFailed)) throw error
  answer({ fault: error.fault })
}
