const hourMs = 3_600_000

/** Does the work now and every hour; a failure is logged and tried again with the next hour. Answers how to stop it. */
export function everyHour(
  work: () => Promise<unknown>,
  log: { warn(details: object, message: string): void },
): () => void {
  const run = () => {
    work().catch(error => log.warn({ err: error }, 'an hourly job failed'))
  }
  run()
  const timer = setInterval(run, hourMs)
  timer.unref()
  return () => clearInterval(timer)
}
