/** Whoever makes a check run without end is stopped after so long. */
const mostMs = 300_000

/**
 * Hands work to a worker of its own, which ends with its answer, in time or with `signal`. `tell` gets what it says
 * before. Undefined: it was stopped, or broke.
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
