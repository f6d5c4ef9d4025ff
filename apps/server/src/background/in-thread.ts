import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Limits of a worker thread: it is killed after `seconds`, and its heap is limited to `megabytes`. */
export type ThreadLimits = { seconds: number; megabytes: number }

/** Time, in ms, that a thread gets to exit after it has answered, before it is killed. */
const graceMs = 5_000

/**
 * Runs the module in a worker thread with `data` as its workerData, and returns the one message that it posts. Rejects
 * with the thread's error, or if no message arrives in time. A thread that has answered is left to exit on its own,
 * because terminating it during its exit can crash V8 and the process.
 */
export async function inThread<Answer>(
  module: URL,
  data: object,
  { seconds, megabytes }: ThreadLimits,
): Promise<Answer> {
  const worker = new Worker(module, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: megabytes } })
  const kill = () => void worker.terminate()
  let late = setTimeout(kill, seconds * 1_000)
  const exited = new Promise<void>(resolve => worker.once('exit', () => resolve()))
  const over = new AbortController()
  const { signal } = over
  const gone = exited.then(() => {
    throw new Error(`a thread ended without an answer, or took more than ${seconds} s`)
  })
  gone.catch(() => undefined)
  try {
    // `once` rejects if the thread emits an error.
    const [answer] = (await Promise.race([once(worker, 'message', { signal }), gone])) as [Answer]
    return answer
  } finally {
    over.abort()
    worker.on('error', () => undefined)
    clearTimeout(late)
    late = setTimeout(kill, graceMs)
    await exited
    clearTimeout(late)
  }
}
