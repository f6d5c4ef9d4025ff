const everyMs = 60_000

/** Error codes of sockets, DNS and PostgreSQL for a database that cannot be reached, or is stopping or starting. */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'ENOENT',
  '57P01',
  '57P02',
  '57P03',
])
const awayWords = /^(Connection terminated|timeout exceeded when trying to connect|no heartbeat|the database is away)/

function isAway(error: unknown): boolean {
  const {
    code,
    message = '',
    errors,
    syscall,
  } = error as {
    code?: string
    message?: string
    syscall?: string
    errors?: unknown[]
  }
  if (Array.isArray(errors) && errors.length > 0) return errors.every(isAway)
  // Only for a missing socket, not for any other missing file.
  if (code === 'ENOENT') return syscall === 'connect'
  return (code !== undefined && awayCodes.has(code)) || awayWords.test(message)
}

type Line = [details?: unknown, ...rest: unknown[]]
type Logger = { bindings(): Record<string, unknown> }

/**
 * A logger hook for background failures while the database is unavailable: logs one line a minute, with the number of
 * lines suppressed since the previous one. Failed requests are always logged.
 */
export function oneLineAMinute(now: () => number) {
  let writtenAt = Number.NEGATIVE_INFINITY
  let leftOut = 0
  return function logMethod(this: Logger, line: Line, write: (...line: Line) => void) {
    const [details, ...rest] = line
    const error = (details as { err?: unknown } | undefined)?.err
    if (!error || typeof error !== 'object' || !isAway(error) || 'reqId' in this.bindings())
      return write.apply(this, line)
    if (now() - writtenAt < everyMs) {
      leftOut++
      return
    }
    write.apply(this, [{ ...(details as object), ...(leftOut > 0 && { leftOut }) }, ...rest])
    writtenAt = now()
    leftOut = 0
  }
}
