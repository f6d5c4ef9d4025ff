import { inThread } from '../../background/in-thread.ts'
import type { Database } from '../../db/database.ts'
import { EngineFailed, type Fault } from './engine-failed.ts'
import type { EngineResult, EngineWork } from './engine-work.ts'
import { programLimits } from './run-program.ts'

export type EngineAnswer = { result: EngineResult } | { fault: Fault }

/**
 * Time limit in seconds, after which the thread is killed. Making a list takes 2 to 5 s, twice that on a busy server.
 */
const methodSeconds = 120
/** Time in seconds for reading all bars, in addition to the program's own limit. */
const readingSeconds = 60
const mostMegabytes = 1_536
const engine = new URL('../../workers/engine.ts', import.meta.url)

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs the work in a thread, one piece of work at a time in this process, and kills the thread if it takes too long.
 * Throws EngineFailed if an operator's program failed.
 */
export function runEngine(database: Database, work: EngineWork): Promise<EngineResult> {
  const next = last.then(() => make(database, work))
  last = next.catch(() => undefined)
  return next
}

async function make({ url }: Database, work: EngineWork): Promise<EngineResult> {
  const seconds = work.program === undefined ? methodSeconds : programLimits.seconds + readingSeconds
  const answer = await inThread<EngineAnswer>(engine, { databaseUrl: url, work }, { seconds, megabytes: mostMegabytes })
  if ('fault' in answer) throw new EngineFailed(answer.fault)
  return answer.result
}
