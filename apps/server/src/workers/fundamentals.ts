import { parentPort, workerData } from 'node:worker_threads'
import { standBack } from '../background/stand-back.ts'
import { type FiguresWork, figuresAnswer } from '../market-data/fundamentals/figures-in-thread.ts'

/** Thread that requests a company's figures and parses the response, which is untrusted. */
standBack(10)
parentPort!.postMessage(await figuresAnswer(workerData as FiguresWork))
