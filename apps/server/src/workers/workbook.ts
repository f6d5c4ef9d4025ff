import { parentPort, workerData } from 'node:worker_threads'
import { standBack } from '../background/stand-back.ts'
import { type WorkbookWork, writeSheet } from '../market-data/import/files/workbook.ts'

/** Thread that reads a workbook, which is untrusted. */
standBack(10)
parentPort!.postMessage(await writeSheet(workerData as WorkbookWork))
