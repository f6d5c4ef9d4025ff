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

/** Whether the text is a day that exists, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const instant = Date.parse(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(instant || 0).toISOString().startsWith(text)
}
