import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { answerMalformedRequest } from './malformed-request.ts'

/** A body in more chunks than this must have at least `leastMean` bytes in each on average. */
const mostSmall = 512
const leastMean = 16

/**
 * Ends the connection of a body sent in tiny chunks: parsing a chunk takes microseconds however small it is, so that
 * 50 kB in one-byte chunks would cost a tenth of a second.
 */
export function refuseTinyChunks(app: FastifyInstance) {
  app.server.prependListener('request', (raw: IncomingMessage) => {
    if (raw.headers['transfer-encoding'] === undefined) return
    let chunks = 0
    let bytes = 0
    let isRefused = false
    const push = raw.push.bind(raw)
    // Node's parser passes each chunk to `push`; here it is counted before the stream spends anything on it.
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
