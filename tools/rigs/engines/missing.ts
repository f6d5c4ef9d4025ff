/** Thrown if a program that operators have is not installed on this machine. */
export class MissingEngine extends Error {
  constructor(name: string, how: string) {
    super(`${name} is not installed here. This command needs it: ${how}`)
  }
}

export type Opened = (() => unknown)[]

/**
 * Runs a rig. If a program is missing, prints one line and exits with code 2. Everything in `opened` is closed at the
 * end, even after an interruption.
 */
export async function withEngines(work: (opened: Opened) => Promise<number>): Promise<void> {
  const opened: Opened = []
  const close = async () => {
    for (const one of opened.splice(0).toReversed()) await one()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().finally(() => process.exit(130)))
  try {
    try {
      process.exitCode = await work(opened)
    } finally {
      await close()
    }
  } catch (error) {
    process.exitCode = error instanceof MissingEngine ? 2 : 1
    process.stderr.write(`${error instanceof MissingEngine ? error.message : String((error as Error).stack)}\n`)
  }
}
