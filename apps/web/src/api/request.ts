import { deviceCheck } from '@finlist/contract/account/device'
import type { AnyCall } from '@finlist/contract/call'
import { envelope } from '@finlist/contract/envelope'
import * as z from 'zod/mini'
import { CallError, ForbiddenError } from './call-error.ts'
import { headersOfDevice, learn, takingTurns } from './device.ts'
import { type EarlyAnswer, takeEarly } from './early.ts'
import { currentLanguage } from './language.ts'
import { accessToken, renewAccessToken, signIn } from './session.ts'
import { stepUp } from './step-up.ts'

type Nothing = Record<never, never>
type Part<K extends string, V> = [V] extends [undefined]
  ? Nothing
  : Nothing extends V
    ? { [key in K]?: V }
    : { [key in K]: V }
type Files<F extends string> = [F] extends [never]
  ? Nothing
  : { files: { [field in F]?: File | undefined }; onProgress?: ((sent: number) => void) | undefined }
/** The arguments of a call, as its contract defines them. */
export type RequestOptions<C extends AnyCall> = Part<'params', z.input<C['params']>> &
  Part<'query', z.input<C['query']>> &
  Part<'body', z.input<C['body']>> &
  Files<C['files'][number]> & {
    signal?: AbortSignal | undefined
    /** The idempotency key: the server runs the call once, however often it receives the same key. */
    idempotencyKey?: string | undefined
  }
type Loose = {
  params?: unknown
  query?: unknown
  body?: unknown
  files?: Record<string, File | undefined>
  onProgress?: ((sent: number) => void) | undefined
  signal?: AbortSignal | undefined
  idempotencyKey?: string | undefined
  /** Whether the response is a file to save. */
  asFile?: boolean
}
type Answer = { httpStatus: number; body: unknown }

/**
 * Makes one call: first the device check, then the call itself with the same headers. Everything the app fetches goes
 * through here.
 */
export async function request<C extends AnyCall>(
  call: C,
  ...[asking]: Nothing extends RequestOptions<C> ? [RequestOptions<C>?] : [RequestOptions<C>]
): Promise<z.output<C['data']>> {
  try {
    return open(call, await answerTo(call, asking ?? {}))
  } catch (error) {
    if ((error as CallError).httpStatus !== 0) throw error
    return (await import('./kept-answers.ts')).answerOfBefore(call, asking ?? {}, error) as z.output<C['data']>
  }
}

export async function answerTo(call: AnyCall, sent: Loose): Promise<Answer> {
  let answer = await checkedSend(call, sent)
  if (answer.httpStatus !== 401 || call.needs === 'public') return answer
  if (!isStale(answer)) {
    await renewAccessToken()
    answer = await checkedSend(call, sent)
    if (answer.httpStatus === 401 && !isStale(answer)) return signIn()
  }
  if (!isStale(answer) || !(await stepUp())) return answer
  await renewAccessToken()
  return await checkedSend(call, sent)
}

/** Whether the call did nothing because it needs a fresh sign-in. */
const isStale = (answer: Answer) => answer.httpStatus === 401 && codeOf(answer) === 'fresh_sign_in'

async function checkedSend(call: AnyCall, sent: Loose): Promise<Answer> {
  const early = call.method === 'GET' && (await takeEarly(addressOf(call, sent)))
  if (early) return openEarly(early)
  if (call.needs === 'public') return send(call, sent)
  const refusal = await takingTurns(() => whyNot(pathOf(call, sent), sent.signal))
  if (refusal) throw new ForbiddenError([{ message: 'Forbidden', code: refusal }])
  return send(call, sent)
}

/** Reads a prefetched response and, if the call needed one, the device check before it. */
async function openEarly({ check, response }: EarlyAnswer): Promise<Answer> {
  if (check) learn(open(deviceCheck, { httpStatus: 200, body: check }))
  return { httpStatus: response.status, body: await response.json().catch(() => undefined) }
}

/**
 * Why the device check refuses this call; undefined if it does not. Only a 200 response with `status` false is a
 * refusal. If the check itself fails, the call is made anyway, and the server checks the device again.
 */
async function whyNot(path: string, signal: AbortSignal | undefined): Promise<'device' | 'blocked' | undefined> {
  try {
    const query = { path, page: location.pathname }
    const data = open(deviceCheck, await send(deviceCheck, { query, signal })) as z.output<(typeof deviceCheck)['data']>
    learn(data)
    return data.status ? undefined : (data.reason ?? 'device')
  } catch (error) {
    if (error instanceof CallError || error instanceof ForbiddenError) return undefined
    throw error
  }
}

async function send(call: AnyCall, { body, ...sent }: Loose): Promise<Answer> {
  const headers: Record<string, string> = { 'Accept-Language': currentLanguage() }
  if (call.needs !== 'public')
    Object.assign(headers, { Authorization: `Bearer ${await accessToken()}` }, headersOfDevice())
  if (sent.idempotencyKey) headers['Idempotency-Key'] = sent.idempotencyKey
  const address = addressOf(call, sent)
  try {
    if (sent.files)
      return await (await import('./upload.ts')).postFiles(address, { headers, ...sent, files: sent.files })
    if (call.method === 'POST') headers['Content-Type'] = 'application/json'
    const response = await fetch(address, {
      method: call.method,
      headers,
      body: call.method === 'POST' ? JSON.stringify(body ?? {}) : null,
      signal: sent.signal ?? null,
    })
    const content = sent.asFile && response.ok ? response.blob() : response.json().catch(() => undefined)
    return { httpStatus: response.status, body: await content }
  } catch (error) {
    if (sent.signal?.aborted) throw error
    throw new CallError(call.path, 0)
  }
}

export function open<C extends AnyCall>(call: C, { httpStatus, body }: Answer): z.output<C['data']> {
  if (call.plain && httpStatus === 200) return openPlain(call, body)
  // The response of a call without data has no `data` key.
  const answer = typeof body === 'object' ? { data: undefined, ...body } : body
  const parsed = z.safeParse(envelope(call.data), answer)
  if (httpStatus === 403)
    throw new ForbiddenError(parsed.success && parsed.data.status !== 'success' ? parsed.data.errors : [])
  if (!parsed.success) throw new CallError(call.path, httpStatus)
  if (parsed.data.status === 'Forbidden') throw new ForbiddenError(parsed.data.errors)
  if (parsed.data.status === 'Error' || httpStatus >= 400)
    throw new CallError(call.path, httpStatus, parsed.data.status === 'Error' ? parsed.data.errors : [])
  return parsed.data.data as z.output<C['data']>
}

function openPlain<C extends AnyCall>(call: C, body: unknown): z.output<C['data']> {
  const parsed = z.safeParse(call.data, body)
  if (!parsed.success) throw new CallError(call.path, 200)
  return parsed.data as z.output<C['data']>
}

function codeOf({ body }: Answer): string | undefined {
  return (body as { errors?: { code?: string }[] } | undefined)?.errors?.[0]?.code
}

const pathOf = (call: AnyCall, { params }: Loose) =>
  call.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )

const addressOf = (call: AnyCall, sent: Loose) => `/api${pathOf(call, sent)}${searchOf(sent.query)}`

function searchOf(query: unknown): string {
  const given = Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value != null)
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : ''
}
