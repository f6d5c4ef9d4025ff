import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import type { AnyCall } from '@finlist/contract/call'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

const worthCompressing = 1_024
const json = 'application/json; charset=utf-8'

/**
 * Validates the data with the contract and removes fields that are not in it. A mismatch is our own bug and results in
 * a 500.
 */
export function fit<C extends AnyCall>(call: C, data: unknown): z.output<C['data']> {
  const fitted = z.safeParse(call.data, data)
  if (!fitted.success)
    throw new Error(`the answer of ${call.method} ${call.path} does not fit its contract`, { cause: fitted.error })
  return fitted.data as z.output<C['data']>
}

/** A response that is the same for all its callers: validated, serialised, compressed and tagged once. */
export class EncodedResponse {
  readonly etag: string
  /** Maximum memory that the response can take, in bytes, including encodings that may be added later. */
  readonly size: number
  readonly #squeezed: Squeezed
  /** The available encodings, in order of preference. */
  readonly #encodings: readonly Encoding[]
  /** A short response is a string, which Node sends together with the headers; a Buffer would be a separate write. */
  readonly #plain: Buffer | string

  private constructor(plain: Buffer, squeezed: Squeezed, identity: Buffer | string = plain) {
    this.#squeezed = squeezed
    this.#encodings = encodings.filter(name => squeezed[name])
    this.#plain = plain.length < worthCompressing ? plain.toString() : plain
    const forms = Object.values(squeezed).map(form => (typeof form === 'function' ? plain : form))
    this.size = forms.reduce((sum, { length }) => sum + length, plain.length)
    this.etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  }

  /** Makes a response of `data`. Throws if it does not match the call's contract. */
  static async make<C extends AnyCall>(call: C, data: z.input<C['data']>): Promise<EncodedResponse> {
    const fitted = fit(call, data)
    return await EncodedResponse.of(
      Buffer.from(JSON.stringify(call.plain ? fitted : { status: 'success', data: fitted })),
    )
  }

  /** Makes a response of `plain`, a complete body that is known to match its contract. */
  static async of(plain: Buffer): Promise<EncodedResponse> {
    if (plain.length < worthCompressing) return new EncodedResponse(plain, {})
    const [gzipped, br] = await Promise.all([promisify(gzip)(plain, { level: 9 }), brotli(plain, 9)])
    return new EncodedResponse(plain, { br, gzip: gzipped })
  }

  /**
   * Creates a response while its caller waits: compresses with zstd, which takes half as long as brotli. Brotli is
   * added for the first caller that accepts it but not zstd; callers that accept neither get the response uncompressed.
   * The ETag is derived from `identity`, which must name everything the bytes depend on, or else from the bytes.
   */
  static async quick(plain: Buffer, identity?: string): Promise<EncodedResponse> {
    if (plain.length < worthCompressing) return new EncodedResponse(plain, {}, identity)
    const zstd = await promisify(zstdCompress)(plain, {
      chunkSize: Math.max(plain.length >> 2, constants.Z_MIN_CHUNK),
      params: { [constants.ZSTD_c_compressionLevel]: 1 },
    })
    return new EncodedResponse(plain, { zstd, br: () => brotli(plain, 2) }, identity ?? zstd)
  }

  /** Sends 304 if the caller already has these bytes, otherwise the first encoding that the caller accepts. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    { type = json, vary = 'Authorization' } = {},
  ): FastifyReply | Promise<FastifyReply> {
    reply.header('etag', this.etag).header('vary', `Accept-Encoding, ${vary}`)
    if (request.headers['if-none-match']?.includes(this.etag)) return reply.code(304).send()
    reply.header('content-type', type)
    if (this.#encodings.length === 0) return reply.send(this.#plain)
    const accepted = String(request.headers['accept-encoding'] ?? '')
    const encoding = this.#encodings.find(name => accepts[name].test(accepted))
    if (!encoding) return reply.send(this.#plain)
    reply.header('content-encoding', encoding)
    const squeezed = this.#squeezed[encoding]!
    if (typeof squeezed !== 'function') return reply.send(squeezed)
    return squeezed().then(bytes => reply.send((this.#squeezed[encoding] = bytes)))
  }
}

/** In order of preference. */
const encodings = ['zstd', 'br', 'gzip'] as const
type Encoding = (typeof encodings)[number]
type Squeezed = { [encoding in Encoding]?: Buffer | (() => Promise<Buffer>) }
/** Matches an accepted encoding; `q=0` means that it is not accepted. */
const taken = (name: Encoding) => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`)
const accepts: Record<Encoding, RegExp> = { zstd: taken('zstd'), br: taken('br'), gzip: taken('gzip') }

/** The buffer size for compressing in one chunk, because each further chunk costs a round trip to another thread. */
const inOnePiece = (plain: Buffer) => Math.max(plain.length, constants.Z_MIN_CHUNK)

const brotli = (plain: Buffer, quality: number) =>
  promisify(brotliCompress)(plain, {
    chunkSize: inOnePiece(plain),
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  })
