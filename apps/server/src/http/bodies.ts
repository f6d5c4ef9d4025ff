import { usualBodyBytes } from '@finlist/contract/call'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BadRequest, NotFound } from './client-errors.ts'

export const mostDepth = 32
/** Members of objects and elements of arrays, all together. */
export const mostValues = 10_000

/** How long the connection of a caller that still sends is held, so that it reads its answer. */
const lingerMs = 1_000

/**
 * Refuses unread a body where no call takes one, and measures JSON before any of it is built: deep or wide JSON costs a
 * hundred times its bytes.
 */
export function boundBodies(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers } = request
    const told = headers['content-length']
    const isUntold = headers['transfer-encoding'] !== undefined
    if (told === undefined && !isUntold) return done()
    if (isUntold || Number(told) > usualBodyBytes) closeAfterAnswer(request, reply)
    return done(request.is404 && method !== 'GET' && method !== 'HEAD' ? new NotFound() : undefined)
  })
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (isSimple(body)) return parse(request, body, done)
    return done(new BadRequest('json-too-complex', { field: 'body', values: { depth: mostDepth, values: mostValues } }))
  })
}

/** Reads nothing more of the connection once the answer is out; holds it for a moment, so that the answer arrives. */
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

/** Whether the text, as JSON, is neither nested too deep nor of too many values. Passes over every character once. */
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

/** The index of the closing quote of the string that begins at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return at
  }
  return text.length
}
