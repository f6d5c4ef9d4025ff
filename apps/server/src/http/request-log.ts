import type { FastifyBaseLogger } from 'fastify'

type Child = Parameters<FastifyBaseLogger['child']>

/** Creates a request's logger only when it is first used, because most requests log nothing. */
export const requestLog = (log: FastifyBaseLogger, ...child: Child) =>
  new RequestLog(log, child) as unknown as FastifyBaseLogger

class RequestLog {
  readonly #log: FastifyBaseLogger
  readonly #child: Child
  #made: FastifyBaseLogger | undefined

  constructor(log: FastifyBaseLogger, child: Child) {
    this.#log = log
    this.#child = child
  }

  get #own() {
    return (this.#made ??= this.#log.child(...this.#child))
  }

  static {
    for (const name of ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent', 'child'] as const)
      Object.defineProperty(RequestLog.prototype, name, {
        value(this: RequestLog, ...said: unknown[]) {
          return (this.#own[name] as (...said: unknown[]) => unknown)(...said)
        },
      })
    Object.defineProperty(RequestLog.prototype, 'level', {
      get(this: RequestLog) {
        return this.#own.level
      },
    })
  }
}
