import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Database } from '../../db/database.ts'
import { EngineFailed, type Fault } from './engine-failed.ts'
import type { EngineResult, EngineWork } from './engine-work.ts'
import { programLimits } from './run-program.ts'

export type EngineAnswer = { result: EngineResult } | { fault: Fault }

/** A list takes 2 to 5 s, and as long again beside a busy server. */
const methodSeconds = 120
/** What reading all bars takes beside the program. */
const readingSeconds = 60
const mostMegabytes = 1_536

let last: Promise<unknown> = Promise.resolve()

/**
 * Does the work in a thread, one after the other in this process, and kills the thread when it takes too long. Throws
 * EngineFailed where an operator's program failed.
 */
export function runEngine(database: Database, work: EngineWork): Promise<EngineResult> {
  const next = last.then(() => inThread(database, work))
  last = next.catch(() => undefined)
  return next
}

async function inThread({ pool }: Database, work: EngineWork): Promise<EngineResult> {
  const worker = new Worker(new URL('../../workers/engine.ts', import.meta.url), {
    workerData: { databaseUrl: pool.options.connectionString, work },
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  })
  const seconds = work.program === undefined ? methodSeconds : programLimits.seconds + readingSeconds
  const over = new AbortController()
  const { signal } = over
  const late = setTimeout(() => void worker.terminate(), seconds * 1_000)
  const gone = once(worker, 'exit', { signal }).then(() => {
    throw new Error(`the list of ${work.exchange} was not made within ${seconds} s`)
  })
  try {
    // An error of the thread rejects as well.
    const [answer] = (await Promise.race([once(worker, 'message', { signal }), gone])) as [EngineAnswer]
    if ('fault' in answer) throw new EngineFailed(answer.fault)
    return answer.result
  } finally {
    clearTimeout(late)
    gone.catch(() => undefined)
    over.abort()
    await worker.terminate()
  }
}
