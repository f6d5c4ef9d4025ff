import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Sends a text, compressed if the browser accepts that. Not for a page with a secret, nor for a page with text that
 * another site can choose by the URL to which it sends a browser: if a compressed page had both, the site could deduce
 * the secret from its length (decision 019).
 */
export async function sendCompressed(request: FastifyRequest, reply: FastifyReply, body: string) {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  reply.header('vary', 'Accept-Encoding')
  const encoding = (['br', 'gzip'] as const).find(name => isTaken(accepted, name))
  if (!encoding) return reply.send(body)
  return reply.header('content-encoding', encoding).send(await compress[encoding](body))
}

const compress = {
  br: (body: string) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: string) => promisify(gzip)(body),
}

/** An encoding with `q=0` is not accepted. */
const isTaken = (accepted: string, name: string) =>
  accepted.split(',').some(part => {
    const [word = '', weight = ''] = part.split(';').map(text => text.trim().toLowerCase())
    return word === name && !/^q=0(\.0*)?$/.test(weight)
  })
