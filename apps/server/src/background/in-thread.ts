import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** What it may take; a thread that takes longer is killed. */
export type ThreadLimits = { seconds: number; megabytes: number }

/**
 * The one message that a thread of the module posts, given `data` as its workerData. Rejects with the thread's error, or
 * when none comes in time.
 */
export async function inThread<Answer>(
  module: URL,
  data: object,
  { seconds, megabytes }: ThreadLimits,
): Promise<Answer> {
  const worker = new Worker(module, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: megabytes } })
  const over = new AbortController()
  const { signal } = over
  const late = setTimeout(() => void worker.terminate(), seconds * 1_000)
  const gone = once(worker, 'exit', { signal }).then(() => {
    throw new Error(`a thread ended without an answer, or took more than ${seconds} s`)
  })
  try {
    // An error of the thread rejects as well.
    const [answer] = (await Promise.race([once(worker, 'message', { signal }), gone])) as [Answer]
    return answer
  } finally {
    clearTimeout(late)
    gone.catch(() => undefined)
    over.abort()
    await worker.terminate()
  }
}
