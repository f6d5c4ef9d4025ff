import { type AnyCall, freshnessOf, type Needs } from '@finlist/contract/call'
import { reportInput } from '@finlist/contract/issues'
import type { Right } from '@finlist/domain/plans/rights'
import { type Language } from '@finlist/i18n/languages'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import { NotFound } from './client-errors.ts'
import { Download } from './download.ts'
import { EncodedResponse, fit } from './encoded-response.ts'
import { nullByteGuard, pathOfUnstorable } from './null-byte-guard.ts'
import { languageOf } from './translate.ts'
import { acceptUploads, type Received, receiveFiles } from './uploads.ts'

/** The signed-in user who makes the request. */
export type Caller = {
  userId: number
  sessionId: string
  rights: ReadonlySet<Right>
  /** The time, in ms, at which the user last verified their identity. */
  authTime: number
  /** Whether the token was made by `finlist token`; such a caller counts as recently signed in and needs no device. */
  commandLine: boolean
}

/** Authorises the request, or throws Unauthorized or Forbidden. The only place where rights are checked. */
export type Authorize = (request: FastifyRequest, needs: 'token' | Right) => Caller | Promise<Caller>

declare module 'fastify' {
  interface FastifyInstance {
    admit: Authorize
    /** Throws Unauthorized with code `fresh_sign_in` if the user's last sign-in is too old. */
    assertRecentAuth: (caller: Caller) => void
  }
  interface FastifyRequest {
    /** The user of the request's token, for the log; set even if the request was refused. */
    callerId: number | undefined
    /** Set once a request is authorised: its params, and the caller unless the call is public. */
    asked: { params: unknown; caller: Caller | undefined } | undefined
  }
  interface FastifyContextConfig {
    call?: AnyCall
  }
}

export type Asked<C extends AnyCall> = {
  params: z.output<C['params']>
  query: z.output<C['query']>
  body: z.output<C['body']>
  /** The uploaded files; deleted once the response is sent. */
  files: Received<C['files'][number]>['files']
  /** The authorised user; undefined on a public call. */
  caller: C['needs'] extends 'public' ? undefined : Caller
  language: Language
  request: FastifyRequest
}
type Answer<C extends AnyCall> =
  | z.input<C['data']>
  | EncodedResponse
  | Download
  | (undefined extends z.input<C['data']> ? void : never)

/** For a call with `fresh: 'conditional'`: decides whether a request needs a recent sign-in. */
type Condition<C extends AnyCall> = C['needs'] extends { fresh: 'conditional' }
  ? [needsFresh: (asked: Asked<C>) => boolean | Promise<boolean>]
  : []

const none = (schema: z.core.$ZodType) => schema instanceof z.ZodMiniUndefined
/** Frozen, because all requests of calls without params share it. */
const noParams = { success: true as const, data: Object.freeze({}) }

/**
 * Adds the route of a call; all calls are added here. Rejects a caller without the required right or recent sign-in
 * before reading the body. Validates input and output against the contract.
 */
export function serve<const C extends AnyCall>(
  app: FastifyInstance,
  call: C,
  answer: (asked: Asked<C>) => Promise<Answer<C>> | Answer<C>,
  ...[needsFresh]: Condition<C>
) {
  const needs = call.needs as Needs<unknown>
  const needed = typeof needs === 'string' ? needs : needs.right
  const isAlwaysFresh = freshnessOf(call) === 'always'
  const noQuery = none(call.query)
  const noBody = none(call.body)
  const readParams = call.path.includes(':')
    ? (request: FastifyRequest) => z.safeParse(call.params, request.params)
    : () => noParams

  const askedIn = (request: FastifyRequest) =>
    ({
      params: request.asked!.params,
      caller: request.asked!.caller,
      query: noQuery ? undefined : nullByteGuard(z.parse(call.query, request.query, reportInput)),
      body: noBody ? undefined : nullByteGuard(z.parse(call.body, request.body ?? {}, reportInput)),
      language: languageOf(request.headers['accept-language']),
      files: {},
      request,
    }) as Asked<C>

  function send(data: Answer<C>, request: FastifyRequest, reply: FastifyReply) {
    if (data instanceof EncodedResponse) {
      // With an ETag, browsers and, for public calls, shared caches may store the response, but revalidate it before
      // each use.
      if (!call.changes) reply.header('cache-control', needs === 'public' ? 'public, no-cache' : 'private, no-cache')
      return data.send(request, reply)
    }
    if (data instanceof Download) return data.send(reply)
    return reply.send(call.plain ? fit(call, data) : { status: 'success', data: fit(call, data) })
  }

  const route: RouteOptions = {
    method: call.method,
    url: call.path,
    config: { call },
    exposeHeadRoute: false,
    bodyLimit: call.bodyBytes,
    onRequest(request, reply, done) {
      if (call.anyOrigin) reply.header('access-control-allow-origin', '*')
      const params = readParams(request)
      const right = typeof needed !== 'function' ? needed : params.success ? needed(params.data) : 'signed-in'
      const keep = (caller: Caller | undefined) => {
        if (isAlwaysFresh) app.assertRecentAuth(caller!)
        if (!params.success || pathOfUnstorable(params.data)) throw new NotFound()
        request.asked = { params: params.data, caller }
      }
      const caller = right === 'public' ? undefined : app.admit(request, right)
      if (caller instanceof Promise) return void caller.then(keep).then(() => done(), done)
      // For a cached user, authorisation is synchronous.
      keep(caller)
      done()
    },
    handler(request, reply) {
      const asked = askedIn(request)
      if (needsFresh) return proveThenAnswer(asked, reply)
      const data = answer(asked)
      if (data instanceof Promise) return data.then(come => send(come, request, reply))
      // A response that is already available is sent synchronously.
      const sent = send(data, request, reply)
      return sent instanceof Promise ? sent : undefined
    },
  }
  if (call.files.length === 0) return void app.route(route)
  app.register(async uploads => {
    await acceptUploads(uploads)
    uploads.route({ ...route, handler: async (request, reply) => send(await answerFiles(request), request, reply) })
  })

  async function proveThenAnswer(asked: Asked<C>, reply: FastifyReply) {
    if (await needsFresh!(asked)) app.assertRecentAuth(asked.caller!)
    return await send(await answer(asked), asked.request, reply)
  }

  async function answerFiles(request: FastifyRequest) {
    const asked = askedIn(request)
    const { files, remove } = await receiveFiles(request, call.files)
    try {
      return await answer({ ...asked, files: files as Asked<C>['files'] })
    } finally {
      await remove()
    }
  }
}
