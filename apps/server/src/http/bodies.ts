import { usualBodyBytes } from '@finlist/contract/call'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type BodyBudget, type HeldBytes, type Share, uploadBufferBytes } from './body-budget.ts'
import { BadRequest, NotFound, TooBusy } from './client-errors.ts'
import { GatheredBody } from './gathered-body.ts'
import { answerMalformedRequest } from './malformed-request.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The share of the memory budget for this route's bodies, regardless of who sends them. */
    bodyShare?: Share
  }
}

export const mostDepth = 32
/** Maximum number of object members and array elements in a body, in total. */
const mostValues = 10_000

/** Time, in ms, that a connection stays open after an early response, so that a caller still sending can read it. */
const lingerMs = 1_000
/** Time limit for a body, in ms. For uploads the server's limit for whole requests applies instead. */
const bodyWithinMs = 30_000

type Parts = {
  budget: BodyBudget
  /** The network that an IP address belongs to. */
  networkOf: (ip: string) => string
  /** The time limit for a body, in ms; set by tests. */
  withinMs?: number
}

/**
 * Bounds request bodies. A body for which no route matches is rejected unread. The memory budget and a time limit apply
 * to all others. The nesting and values of JSON are counted before parsing, because deep or wide JSON takes a hundred
 * times its size in memory.
 */
export function boundBodies(app: FastifyInstance, { budget, networkOf, withinMs = bodyWithinMs }: Parts) {
  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers } = request
    const told = headers['content-length']
    const isUntold = headers['transfer-encoding'] !== undefined
    if (told === undefined && !isUntold) return done()
    if (isUntold || Number(told) > usualBodyBytes) closeAfterAnswer(request, reply)
    return done(request.is404 && method !== 'GET' && method !== 'HEAD' ? new NotFound() : undefined)
  })
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { raw, method, headers, routeOptions } = request
    const isUntold = headers['transfer-encoding'] !== undefined
    const announced = isUntold ? Infinity : Number(headers['content-length'] ?? 0)
    if (announced === 0) return done(null, payload)
    const isUpload = (routeOptions.config.call?.files.length ?? 0) > 0
    if (!isUpload) endIfLate(request, reply, withinMs)
    if (method === 'GET' || method === 'HEAD') return done(null, payload)
    const most = Math.min(announced, routeOptions.bodyLimit ?? usualBodyBytes)
    const begins = isUpload ? uploadBufferBytes : Math.min(most, usualBodyBytes)
    const held = hold(request, { isLarge: most > usualBodyBytes && !isUpload, bytes: begins })
    if (!held) {
      closeAfterAnswer(request, reply)
      return done(new TooBusy())
    }
    reply.raw.once('close', held.release)
    if (isUpload) {
      // A completed upload is on disk and no longer takes buffer memory.
      raw.once('end', held.release)
      return done(null, payload)
    }
    const body = new GatheredBody(
      raw,
      most,
      within(held, begins, () => closeAfterAnswer(request, reply)),
    )
    return done(null, body)
  })

  function hold(request: FastifyRequest, { isLarge, bytes }: { isLarge: boolean; bytes: number }) {
    const share = request.routeOptions.config.bodyShare
    const caller = request.asked?.caller
    if (share === undefined && caller) return budget.hold(isLarge ? 'large' : 'people', String(caller.userId), bytes)
    return budget.hold(share ?? 'strangers', networkOf(request.ip), bytes)
  }

  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (isSimple(body)) return parse(request, body, done)
    return done(new BadRequest('json-too-complex', { field: 'body', values: { depth: mostDepth, values: mostValues } }))
  })
}

/** Counts the bytes that arrive beyond the first `counted`, and calls `refuse` if they exceed the budget. */
function within(held: HeldBytes, counted: number, refuse: () => void) {
  let come = 0
  return (bytes: number) => {
    const before = Math.max(come, counted)
    come += bytes
    if (come <= before || held.grow(come - before)) return undefined
    refuse()
    return new TooBusy()
  }
}

/** Closes the connection if the body does not arrive in time. Sends a response first, if none has been sent yet. */
function endIfLate({ raw }: FastifyRequest, reply: FastifyReply, withinMs: number) {
  const late = setTimeout(() => {
    if (raw.complete || raw.readableEnded) return
    if (reply.raw.headersSent) return void raw.destroy()
    answerMalformedRequest({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket)
  }, withinMs).unref()
  raw.once('close', () => clearTimeout(late))
}

/** Stops reading the connection after the response, and keeps it open for a moment so that the response arrives. */
function closeAfterAnswer({ raw }: FastifyRequest, reply: FastifyReply) {
  const { socket } = raw
  const close = socket.destroySoon.bind(socket)
  reply.header('connection', 'close')
  socket.destroySoon = () => {
    if (raw.complete || socket.destroyed) return close()
    socket.end()
    setImmediate(() => socket.pause())
    const held = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(held))
  }
}

/** Whether JSON text is within the limits of nesting and number of values. Scans every character once. */
function isSimple(text: string): boolean {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at++)
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at)
        break
      case openList:
      case openObject:
        if (++depth > mostDepth) return false
        break
      case closeList:
      case closeObject:
        depth--
        break
      case comma:
        if (++values > mostValues) return false
    }
  return true
}

const codeOf = (sign: string) => sign.charCodeAt(0)
const [quote, comma, backslash] = [codeOf('"'), codeOf(','), codeOf('\\')]
const [openList, openObject, closeList, closeObject] = [codeOf('['), codeOf('{'), codeOf(']'), codeOf('}')]

/** The index of the closing quote of the string that starts at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return at
  }
  return text.length
}
