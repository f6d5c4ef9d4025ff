import { parentPort, workerData } from 'node:worker_threads'
import { canonical } from '@finlist/domain/picking/canonical'
import { standBack } from '../background/stand-back.ts'
import { snapshotApart } from '../db/database.ts'
import { readTrainingData, type TrainAsked, train } from '../research/learning/train.ts'

/** Thread that trains a market's model, at the lowest priority. Answers with the body of its entry; '' without prices. */
const { databaseUrl, ...asked } = workerData as TrainAsked & { databaseUrl: string }
standBack(19)
const data = await snapshotApart(databaseUrl, tx => readTrainingData(tx, asked.exchange, asked))
parentPort!.postMessage(data.world.length === 0 ? '' : canonical(train(data, asked)))
