/**
 * Parses a command's arguments with `read`. `--help` prints the usage and exits with 0; an error thrown by `read` is
 * printed above the usage, and the exit code is 2.
 */
export function readTyped<Typed>(usage: string, read: (typed: string[]) => Typed): Typed {
  const typed = process.argv.slice(2)
  if (typed.includes('--help') || typed.includes('-h')) {
    process.stdout.write(`${usage}\n`)
    process.exit(0)
  }
  try {
    return read(typed)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}\n`)
    process.exit(2)
  }
}
