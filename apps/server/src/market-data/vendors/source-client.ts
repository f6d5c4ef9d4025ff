import { once } from 'node:events'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as safeRequest } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { quoted } from '../store/control-characters.ts'
import { type Row, readJson, readRows } from './read-answer.ts'
import { SourceError } from './source.ts'

const megabyte = 1_048_576
/** Maximum size of an unpacked response, in bytes. The largest known, a day of the United States, has ten megabytes. */
const mostBytes = 64 * megabyte
const headersWithinMs = 30_000
const bodyWithinMs = 180_000
const tries = 4
const firstPauseMs = 1_000
const longestPauseMs = 120_000
const mostQuoted = 100
/**
 * Number of characters read to quote a response: more than are quoted, because secrets are removed before truncation.
 */
const enoughToQuote = 2_000
const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

export type ClientSettings = {
  /** The source's name for error messages. */
  name: string
  base: string
  /** Sent with every request. The values in `secrets` must not appear in messages. */
  query?: Record<string, string>
  headers?: Record<string, string>
  secrets: readonly string[]
  /** Requests per minute that the source allows. */
  perMinute: number
  /** Test overrides for the delay between retries and for the response size limit. */
  pause?: (ms: number) => Promise<unknown>
  most?: number
}

type Query = Record<string, string>
/**
 * A response: its body and validator. `isUnchanged`: the source sent no body, because nothing has changed since the
 * validator of the request.
 */
type Answer = { chunks: AsyncIterable<Buffer>; validator: string; isUnchanged: boolean }
type Request<T> = { path: string; query?: Query; validator?: string; read: (answer: Answer) => Promise<T> }

/**
 * HTTP client for a source: https only, except on this machine; no redirects; limited in size, time and request rate.
 * Throws SourceError, whose message contains no secrets.
 */
export class SourceClient {
  readonly #settings: ClientSettings
  readonly #pause: (ms: number) => Promise<unknown>
  #nextAt = 0

  constructor(settings: ClientSettings) {
    this.#settings = settings
    this.#pause = settings.pause ?? wait
  }

  /** Returns the parsed response. */
  async json(path: string, query: Query = {}): Promise<unknown> {
    return await this.#read({ path, query, read: ({ chunks }) => readJson(chunks, this.#about(path)) })
  }

  /**
   * Returns the parsed response, which may have up to `mostNames` field names, and its validator: the ETag or, without
   * one, the date of its last change. Undefined if the source says that nothing has changed since `validator`.
   */
  async jsonUnless(
    path: string,
    validator: string,
    mostNames?: number,
  ): Promise<{ value: unknown; validator: string } | undefined> {
    return await this.#read({
      path,
      validator,
      read: async answer =>
        answer.isUnchanged
          ? undefined
          : { value: await readJson(answer.chunks, this.#about(path), mostNames), validator: answer.validator },
    })
  }

  /** Calls `take` for each row of a CSV or JSON response and returns the results. */
  async rows<T>(path: string, take: (row: Row) => T): Promise<T[]> {
    return await this.#read({ path, read: ({ chunks }) => readRows(chunks, this.#about(path), take) })
  }

  /** Retries temporary errors with increasing delays. */
  async #read<T>(request: Request<T>): Promise<T> {
    for (let tried = 1; ; tried++) {
      try {
        await this.#keepToLimit()
        return await this.#ask(request)
      } catch (error) {
        if (!(error instanceof SourceError) || !error.passing || tried === tries) throw error
        const afterMs = error.passing.afterMs ?? firstPauseMs * 4 ** (tried - 1)
        if (afterMs > longestPauseMs) throw error
        await this.#pause(afterMs)
      }
    }
  }

  async #keepToLimit() {
    const now = performance.now()
    const at = Math.max(now, this.#nextAt)
    this.#nextAt = at + 60_000 / this.#settings.perMinute
    if (at > now) await this.#pause(at - now)
  }

  async #ask<T>({ path, query = {}, validator = '', read }: Request<T>): Promise<T> {
    const answer = await this.#open(path, query, conditionOf(validator))
    const status = answer.statusCode ?? 0
    const isUnchanged = status === 304 && validator !== ''
    try {
      if (status === 200 || isUnchanged)
        return await read({ chunks: this.#chunksOf(answer, path), validator: validatorOf(answer), isUnchanged })
      const said = this.#quoted(await this.#beginning(answer, path))
      throw refusalOf(status, answer.headers['retry-after'], { ...this.#about(path), status, said })
    } finally {
      answer.destroy()
    }
  }

  async #open(path: string, query: Query, conditions: Record<string, string>): Promise<IncomingMessage> {
    const { base, query: always = {}, headers = {} } = this.#settings
    const address = new URL(path === '' ? base : `${base.replace(/\/$/, '')}/${path}`)
    for (const [name, value] of Object.entries({ ...query, ...always })) address.searchParams.set(name, value)
    if (address.protocol !== 'https:' && !loopback.has(address.hostname))
      throw new SourceError('source.not-https', this.#about(path))
    const ask = address.protocol === 'https:' ? safeRequest : plainRequest
    const signal = AbortSignal.timeout(bodyWithinMs)
    const request = ask(address, {
      headers: { accept: 'application/json, text/csv', 'accept-encoding': 'gzip', ...headers, ...conditions },
      signal,
      timeout: headersWithinMs,
    })
    request.on('timeout', () => request.destroy(new Error('timeout')))
    try {
      request.end()
      const [answer] = (await once(request, 'response')) as [IncomingMessage]
      request.on('error', () => undefined)
      return answer
    } catch (error) {
      throw this.#lost(error, path)
    }
  }

  async *#chunksOf(answer: IncomingMessage, path: string): AsyncGenerator<Buffer> {
    const { most = mostBytes } = this.#settings
    let bytes = 0
    try {
      for await (const chunk of unpack(answer) as AsyncIterable<Buffer>) {
        bytes += chunk.length
        if (bytes > most)
          throw new SourceError('source.too-large', { ...this.#about(path), megabytes: Math.ceil(most / megabyte) })
        yield chunk
      }
    } catch (error) {
      throw error instanceof SourceError ? error : this.#lost(error, path)
    } finally {
      answer.destroy()
    }
  }

  /** Reads the beginning of an error response, to quote it. */
  async #beginning(answer: IncomingMessage, path: string): Promise<string> {
    let said = ''
    try {
      for await (const chunk of this.#chunksOf(answer, path)) {
        said += chunk.toString('utf8')
        if (said.length > enoughToQuote) break
      }
    } catch {
      // The connection was lost: quote what has arrived.
    }
    return said
  }

  /** The error for a connection that was refused, lost or too slow, and for a truncated response. */
  #lost(error: unknown, path: string): SourceError {
    const { code = '', name, message } = error as NodeJS.ErrnoException
    const about = this.#about(path)
    if (code.startsWith('Z_') || code === 'ERR_BUFFER_OUT_OF_BOUNDS') return new SourceError('source.gzip', about, {})
    if (name === 'AbortError' || name === 'TimeoutError' || message === 'timeout')
      return new SourceError('source.slow', about, {})
    return new SourceError('source.lost', { ...about, said: this.#quoted(code || message) }, {})
  }

  /** Names only the path, because the query may contain the API key. */
  #about(path: string): { source: string; path: string } {
    return { source: this.#settings.name, path: this.#quoted(path) }
  }

  #quoted(text: string): string {
    let clean = text
    for (const secret of this.#settings.secrets)
      if (secret) for (const form of writtenForms(secret)) clean = clean.replaceAll(form, '***')
    return quoted(clean.replaceAll(/[<>]+/g, ' '), mostQuoted)
  }
}

const mostValidatorChars = 200
function validatorOf({ headers }: IncomingMessage): string {
  const validator = headers.etag ?? headers['last-modified'] ?? ''
  return validator.length > mostValidatorChars ? '' : validator
}
const conditionOf = (validator: string): Record<string, string> =>
  validator === '' ? {} : { [/^(?:W\/)?"/.test(validator) ? 'if-none-match' : 'if-modified-since']: validator }

/** The secret as it is, and URL-encoded. */
const writtenForms = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  new URLSearchParams({ '': secret }).toString().slice(1),
]

function unpack(answer: IncomingMessage) {
  const encoding = answer.headers['content-encoding'] ?? ''
  const unpacking =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'deflate'
        ? createInflate()
        : encoding === 'br'
          ? createBrotliDecompress()
          : undefined
  if (!unpacking) return answer
  answer.on('error', error => unpacking.destroy(error))
  answer.on('aborted', () => unpacking.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })))
  return answer.pipe(unpacking)
}

function refusalOf(
  status: number,
  retryAfter: string | undefined,
  about: Record<string, string | number>,
): SourceError {
  if (status >= 300 && status < 400) return new SourceError('source.redirect', about)
  if (status === 401 || status === 403) return new SourceError('source.key', about)
  if (status === 402) return new SourceError('source.used-up', about)
  if (status === 404) return new SourceError('source.unknown', about)
  if (status === 429) {
    const seconds = Number(retryAfter)
    return new SourceError('source.too-often', about, {
      ...(Number.isFinite(seconds) && seconds >= 0 && retryAfter && { afterMs: seconds * 1_000 }),
    })
  }
  return new SourceError('source.status', about, status >= 500 ? {} : undefined)
}
