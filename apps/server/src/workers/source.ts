import { parentPort, workerData } from 'node:worker_threads'
import { standBack } from '../background/stand-back.ts'
import { answerOf, type SourceWork } from '../market-data/vendors/source-in-thread.ts'

/** Thread that reads a source and parses its responses, which are untrusted. */
standBack(10)
const answer = await answerOf(workerData as SourceWork)
const packed =
  'given' in answer ? answer.given.batches.flatMap(batch => ('csv' in batch ? [batch.csv.buffer] : [])) : []
parentPort!.postMessage(answer, packed as ArrayBuffer[])
