import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { inspect } from 'node:util'
import { apiVersion, type Cause, causedBy } from '../events.ts'
import { byId } from '../includable.ts'
import { ApiError, type Form, type Input, type Route } from '../route.ts'
import { type Persistence, Unsaved } from '../saving/persistence.ts'
import type { Store } from '../store.ts'
import { type Keys, keyOf } from './api-key.ts'
import { expanded, takeExpand } from './expand.ts'
import type { Fault, Faults } from './faults.ts'
import { parseForm } from './form.ts'
import { fingerprint, type Idempotency, type Outcome } from './idempotency.ts'
import { type Matched, matcher } from './match.ts'
import { cut, takePaging } from './paging.ts'

export type ApiRequest = { method: string; path: string; query: string; body: string; headers: IncomingHttpHeaders }
export type ApiAnswer = { status: number; headers: Record<string, string>; body: string }
/** What happens to the connection instead of a response: it is cut, or held open. */
export type NoAnswer = 'cut' | 'hold'

/** Called with every object that is sent, and its source, such as 'GET /v1/prices/:id' or 'event'. */
export type SchemaCheck = (where: string, status: number, object: unknown) => void

type ApiParts = {
  persistence: Persistence
  routes: readonly Route[]
  keys: Keys
  faults: Faults
  idempotency: Idempotency
  log: (line: string) => void
  schemaCheck: SchemaCheck | undefined
}

type Call = { found: Matched<Route>; form: Form; key: Input['key']; requestId: string; cause: Cause }

/** Returns a function that handles API calls. Responses are always JSON, and errors have the form `{error}`. */
export function makeApi(parts: ApiParts): (request: ApiRequest) => Promise<ApiAnswer | NoAnswer> {
  const find = matcher(parts.routes)
  return async request => {
    const requestId = `req_${randomBytes(9).toString('base64url').replaceAll(/[-_]/g, '0')}`
    const headers = { 'Request-Id': requestId, 'Stripe-Version': apiVersion, ...echoOf(request.headers) }
    try {
      const answered = await handle(parts, callOf(parts, find, request, requestId), request)
      return typeof answered === 'string' ? answered : { ...answered, headers: { ...headers, ...answered.headers } }
    } catch (error) {
      return { ...refusal(error, parts.log), headers }
    }
  }
}

function callOf(
  { keys }: ApiParts,
  find: ReturnType<typeof matcher<Route>>,
  { method, path, query, body, headers }: ApiRequest,
  requestId: string,
): Call {
  const key = keyOf(headers, keys)
  const version = headers['stripe-version']
  if (version !== undefined && version !== apiVersion)
    throw invalid(`Invalid Stripe API version: ${String(version)}. This sandbox speaks ${apiVersion}.`)
  const found = find(method, path)
  if (!found) throw invalid(`Unrecognized request URL (${method}: ${path}).`, 404)
  if (key === 'publishable' && !found.route.publishable)
    throw new ApiError(403, {
      type: 'invalid_request_error',
      code: 'secret_key_required',
      message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
    })
  const type = headers['content-type']
  if (body !== '' && type !== undefined && !type.startsWith('application/x-www-form-urlencoded'))
    throw invalid('The body must be sent as application/x-www-form-urlencoded.')
  const form = parseForm(method === 'POST' || body !== '' ? body : query)
  const given = method === 'POST' ? headers['idempotency-key'] : undefined
  const idempotencyKey = typeof given === 'string' && given !== '' ? given : null
  return { found, form, key, requestId, cause: { id: requestId, idempotency_key: idempotencyKey } }
}

async function handle(parts: ApiParts, call: Call, { method, path }: ApiRequest): Promise<ApiAnswer | NoAnswer> {
  const { persistence, idempotency, faults } = parts
  const given = call.cause.idempotency_key
  const key = given === null ? undefined : `${call.key} ${given}`
  const input = key && fingerprint(method, path, call.form)
  const wanted = faults.pick(`${method} ${path}`)
  if (wanted?.fault === '500') throw broken()
  if (wanted?.fault === 'cut_before') return 'cut'
  if (wanted?.fault === 'timeout') return 'hold'
  const kept = key && input && idempotency.begin(persistence.store, key, input)
  if (kept) return replayed(kept)
  const keep = (store: Store, outcome: Outcome) => {
    if (key && input) idempotency.keep(store, key, input, outcome)
  }
  try {
    if (wanted?.fault === 'slow') await faults.slowDown(wanted.slowMs)
    const { status, body } = await run(parts, call, path, keep, wanted?.fault)
    if (wanted?.fault === 'cut_after') return 'cut'
    if (wanted?.fault === 'timeout_after') return 'hold'
    parts.schemaCheck?.(`${call.found.route.method} ${call.found.route.path}`, status, JSON.parse(body))
    return { status, body, headers: {} }
  } finally {
    if (key) idempotency.end(key)
  }
}

/**
 * Runs a call and saves its changes together with the response for the idempotency key. Responses with status 402 or
 * 5xx are saved too.
 */
async function run(
  { persistence, log }: ApiParts,
  call: Call,
  path: string,
  keep: (store: Store, outcome: Outcome) => void,
  fault: Fault | undefined,
): Promise<Outcome> {
  const { requestId } = call
  try {
    if (fault === '500_kept') throw broken()
    return await persistence.change(store => {
      const outcome = { ...work(store, call, path), requestId }
      keep(store, outcome)
      return outcome
    })
  } catch (error) {
    if (error instanceof Unsaved) throw error
    const outcome = { ...refusal(error, log), requestId }
    if (outcome.status === 402 || outcome.status >= 500) await persistence.change(store => keep(store, outcome))
    return outcome
  }
}

function work(store: Store, { found, form, key, cause }: Call, path: string): { status: number; body: string } {
  const { route, params } = found
  const { wanted, rest: unexpanded } = takeExpand(form)
  const { paging, rest } = route.list ? takePaging(unexpanded) : { paging: undefined, rest: unexpanded }
  try {
    const answer = causedBy(store, cause, () => route.answer(store, { params, form: rest, key }))
    const whole = paging
      ? cut(
          answer as readonly { id: string }[],
          paging,
          path,
          id => byId(store, id) as { created?: number } | undefined,
        )
      : answer
    return { status: 200, body: JSON.stringify(expanded(store, whole, wanted)) }
  } catch (error) {
    if (error instanceof ApiError && error.keeps) return { status: error.httpStatus, body: bodyOf(error) }
    throw error
  }
}

function replayed({ status, body, requestId }: Outcome): ApiAnswer {
  return { status, body, headers: { 'Idempotent-Replayed': 'true', 'Original-Request': requestId } }
}

/** The response to an error: the message of an ApiError, and no details of any other error. */
export function refusal(error: unknown, log: (line: string) => void): { status: number; body: string } {
  if (error instanceof ApiError) return { status: error.httpStatus, body: bodyOf(error) }
  log(inspect(error))
  return { status: 500, body: bodyOf(broken()) }
}

function bodyOf({ error }: ApiError): string {
  return JSON.stringify({ error })
}

function broken(): ApiError {
  return new ApiError(500, { type: 'api_error', message: 'An unknown error occurred.' })
}

function invalid(message: string, status = 400): ApiError {
  return new ApiError(status, { type: 'invalid_request_error', message })
}

function echoOf({ 'idempotency-key': key }: IncomingHttpHeaders): Record<string, string> {
  return typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key) ? { 'Idempotency-Key': key } : {}
}
