import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiError, type Form, type Route } from '../route.ts'
import type { Persistence } from '../saving/persistence.ts'
import { type ApiAnswer, type ApiRequest, type NoAnswer, refusal } from './api.ts'
import { isSame, type Keys, keyOf } from './api-key.ts'
import type { Control } from './controls.ts'
import { crossOrigin, preflight } from './cross-origin.ts'
import { parseForm } from './form.ts'
import { matcher } from './match.ts'
import type { Page } from './page.ts'
import { formOfJson } from './param-reader.ts'
import { readBody } from './read-body.ts'

const longestHoldMs = 300_000
const closePatienceMs = 5_000

type ListenParts = {
  port: number
  host: string
  origin: string | undefined
  allowedOrigin: string | undefined
  keys: Keys
  persistence: Persistence
  api: (request: ApiRequest) => Promise<ApiAnswer | NoAnswer>
  routes: readonly Route[]
  pages: readonly Page[]
  controls: readonly Control[]
  log: (line: string) => void
}
type Input = { request: IncomingMessage; method: string; path: string; query: string; origin: string | undefined }
type Answer = { status: number; headers: Record<string, string>; body: string | Buffer }

/**
 * Starts the HTTP server: pages and controls under /_sandbox/, and the API on all other paths. Port 0 picks any free
 * port.
 */
export async function listen(parts: ListenParts) {
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(parts.port, parts.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  const origin = parts.origin ?? `http://${parts.host.includes(':') ? `[${parts.host}]` : parts.host}:${port}`
  const answer = answering(parts, origin, port)
  server.on('request', (request, response) => {
    respond(request, response, answer, parts.log).catch(error => {
      if (!request.destroyed) parts.log(`${request.method} ${request.url}: ${String(error)}`)
      request.socket.destroy()
    })
  })
  return { origin, port, close: () => close(server) }
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (input: Input) => Promise<Answer | NoAnswer>,
  log: (line: string) => void,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = request
  const [path = '/', query = ''] = url.split(/\?(.*)/s, 2)
  const answered = await answer({ request, method, path, query, origin: headers.origin }).catch(error => {
    if (request.destroyed && !(error instanceof ApiError)) throw error
    return { ...refusal(error, log), headers: {} }
  })
  if (answered === 'cut') return void request.socket.destroy()
  if (answered === 'hold') return hold(request)
  const { status, body } = answered
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...canonical(answered.headers),
    'Content-Length': Buffer.byteLength(body),
    ...(request.complete ? {} : { Connection: 'close' }),
  })
  response.end(method === 'HEAD' ? undefined : body)
}

function answering(parts: ListenParts, origin: string, port: number) {
  const token = randomBytes(24).toString('base64url')
  const { host: ownHost, hostname } = new URL(origin)
  const loopback = ['127.0.0.1', 'localhost', '[::1]']
  const ofMachine = new Set([...loopback, parts.host].map(it => `${it}:${port}`))
  const isPublic = ![...loopback, parts.host].includes(hostname)
  const publishable = matcher(parts.routes.filter(route => route.publishable))
  const page = matcher(parts.pages)
  const control = matcher(parts.controls)

  return async (input: Input): Promise<Answer | NoAnswer> => {
    const { request, method, path, query } = input
    assertKnownHost(request.headers)
    if (path.startsWith('/_sandbox/')) return ofSandbox(input)
    const isPreflight = method === 'OPTIONS'
    const meant = isPreflight ? String(request.headers['access-control-request-method']) : method
    const shared = publishable(meant, path) ? crossOrigin(input.origin, parts.allowedOrigin) : {}
    if (isPreflight) return { status: 204, headers: { ...shared, ...(shared.Vary && preflight) }, body: '' }
    const answered = await parts.api({ method, path, query, body: await readBody(request), headers: request.headers })
    return typeof answered === 'string' ? answered : { ...answered, headers: { ...answered.headers, ...shared } }
  }

  /**
   * Rejects unknown host names. Otherwise, by DNS rebinding, another site's name could resolve to this machine and give
   * that site's page this origin; and an unknown proxy could let anyone in. With the secret key, the local host names
   * are also accepted if the sandbox has a public name.
   */
  function assertKnownHost(headers: IncomingMessage['headers']): void {
    const host = headers.host ?? ''
    const isKnown = isPublic
      ? host === ownHost || (ofMachine.has(host) && keyOf(headers, parts.keys) === 'secret')
      : host === ownHost || ofMachine.has(host)
    if (!isKnown) throw refused(421, 'This is not the name of this sandbox.')
    if (!isPublic && Object.keys(headers).some(name => name === 'forwarded' || name.startsWith('x-forwarded-')))
      throw refused(421, 'This sandbox is for its own machine, and the request came through a proxy.')
  }

  async function ofSandbox({ request, method, path, query, origin: from }: Input): Promise<Answer> {
    const form = method === 'POST' ? formOf(request, await readBody(request)) : {}
    const foundControl = control(method, path)
    if (foundControl) {
      if (!hasToken(request, form, token) && keyOf(request.headers, parts.keys) !== 'secret')
        throw refused(403, 'This call needs the secret key.')
      return controlled(form, await foundControl.route.answer(form))
    }
    const found = page(method === 'HEAD' ? 'GET' : method, path)
    if (!found) throw refused(404, `Unrecognized request URL (${method}: ${path}).`)
    if (method === 'POST' && !hasToken(request, form, token)) throw refused(403, 'This page is too old. Load it again.')
    const { persistence, allowedOrigin } = parts
    const answered = await found.route.answer({
      store: persistence.store,
      change: act => persistence.change(act),
      look: async path => control('GET', path)?.route.answer({}) ?? {},
      params: found.params,
      query: parseForm(query),
      form,
      origin,
      allowedOrigin,
      publishableKey: parts.keys.publishableKey,
      token,
    })
    const shared = found.route.crossOrigin ? crossOrigin(from, allowedOrigin) : {}
    return { ...answered, headers: { ...answered.headers, ...shared } }
  }
}

function formOf({ headers }: IncomingMessage, body: string): Form {
  return headers['content-type']?.startsWith('application/json') ? formOfJson(body) : parseForm(body)
}

function hasToken({ headers }: IncomingMessage, form: Form, token: string): boolean {
  const shown = headers['x-sandbox-token'] ?? form['token']
  return typeof shown === 'string' && isSame(shown, token)
}

function controlled({ back }: Form, answer: object): Answer {
  if (typeof back === 'string' && /^\/_sandbox\/[\w/?=&.-]*$/.test(back))
    return { status: 303, headers: { Location: back }, body: '' }
  return { status: 200, headers: {}, body: JSON.stringify(answer) }
}

/** Capitalises header names, so that the headers of a page replace the defaults. */
function canonical(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.replaceAll(/\b[a-z]/g, letter => letter.toUpperCase()),
      value,
    ]),
  )
}

/** Does not respond. Waits until the caller disconnects, and closes the connection after five minutes. */
function hold({ socket }: IncomingMessage): void {
  const timer = setTimeout(() => socket.destroy(), longestHoldMs)
  socket.once('close', () => clearTimeout(timer))
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  server.closeIdleConnections()
  const impatient = setTimeout(() => server.closeAllConnections(), closePatienceMs)
  await closed
  clearTimeout(impatient)
}

function refused(status: number, message: string): ApiError {
  return new ApiError(status, { type: 'invalid_request_error', message })
}
