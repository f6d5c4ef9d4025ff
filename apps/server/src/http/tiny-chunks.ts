import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { answerMalformedRequest } from './malformed-request.ts'

/** A body with more chunks than this must have at least `leastMean` bytes per chunk on average. */
const mostSmall = 512
const leastMean = 16

/**
 * Ends the connection of a body sent in tiny chunks. Each chunk costs microseconds, regardless of its size, so 50 kB in
 * one-byte chunks would cost a tenth of a second.
 */
export function refuseTinyChunks(app: FastifyInstance) {
  app.server.prependListener('request', (raw: IncomingMessage) => {
    if (raw.headers['transfer-encoding'] === undefined) return
    let chunks = 0
    let bytes = 0
    let isRefused = false
    const push = raw.push.bind(raw)
    // Node's parser passes each chunk to `push`. Counting here avoids the stream's own cost per chunk.
    raw.push = (chunk: Buffer | null, encoding) => {
      if (isRefused) return true
      chunks++
      bytes += chunk?.length ?? 0
      if (chunk === null || chunks <= mostSmall || bytes >= chunks * leastMean) return push(chunk, encoding)
      isRefused = true
      answerMalformedRequest({ code: 'tiny-chunks' }, raw.socket)
      return false
    }
  })
}
