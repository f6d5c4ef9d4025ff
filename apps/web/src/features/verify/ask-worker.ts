/** Timeout for a verification worker. */
const mostMs = 300_000

/**
 * Runs work in a separate worker, which is terminated after its answer, after the timeout, or by `signal`. `tell`
 * receives its progress messages. Resolves to undefined if it was stopped or crashed.
 */
export function askWorker<Asked, Told extends object, Answer extends object>(
  worker: Worker,
  asked: Asked,
  {
    tell,
    isAnswer,
    signal,
  }: {
    tell: (told: Told) => void
    isAnswer: (message: Told | Answer) => message is Answer
    signal: AbortSignal
  },
): Promise<Answer | undefined> {
  return new Promise(resolve => {
    const end = (answer?: Answer) => {
      clearTimeout(late)
      worker.terminate()
      resolve(answer)
    }
    const late = setTimeout(end, mostMs)
    signal.addEventListener('abort', () => end())
    worker.addEventListener('error', () => end())
    worker.addEventListener('message', ({ data }: MessageEvent<Told | Answer>) => {
      if (isAnswer(data)) end(data)
      else tell(data)
    })
    worker.postMessage(asked)
  })
}
