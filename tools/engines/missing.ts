/** A program that an operator would have is not installed here. */
export class MissingEngine extends Error {
  constructor(name: string, how: string) {
    super(`${name} is not installed here. This command needs it: ${how}`)
  }
}

/** Runs a command of the engines: what is missing is said in a line, and the command ends with 2. */
export async function withEngines(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work()
  } catch (error) {
    process.exitCode = error instanceof MissingEngine ? 2 : 1
    process.stderr.write(`${error instanceof MissingEngine ? error.message : String((error as Error).stack)}\n`)
  }
}
