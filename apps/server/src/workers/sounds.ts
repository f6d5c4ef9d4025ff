import { parentPort, workerData } from 'node:worker_threads'
import { standBack } from '../background/stand-back.ts'
import type { SoundsAnswer, SoundsWork } from '../market-data/names/sound-worker.ts'
import { soundsOf } from '../market-data/names/sounds.ts'

/** Thread that spells Chinese names, so that the dictionaries are in memory only while it runs. */
const { names } = workerData as SoundsWork
standBack(10)
parentPort!.postMessage(names.map(soundsOf) satisfies SoundsAnswer)
