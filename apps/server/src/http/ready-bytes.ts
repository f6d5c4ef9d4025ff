import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { AnyCall } from '@finlist/contract/call'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

const worthCompressing = 1_024
const json = 'application/json; charset=utf-8'

/** The data as the contract lets it out; what the contract does not name does not leave. A misfit is our own fault: 500. */
export function fit<C extends AnyCall>(call: C, data: unknown): z.output<C['data']> {
  const fitted = z.safeParse(call.data, data)
  if (!fitted.success)
    throw new Error(`the answer of ${call.method} ${call.path} does not fit its contract`, { cause: fitted.error })
  return fitted.data as z.output<C['data']>
}

/** An answer that is the same for everybody who may have it: parsed, serialised, compressed and tagged once. */
export class ReadyBytes {
  readonly plain: Buffer
  readonly gzip: Buffer | undefined
  readonly brotli: Buffer | undefined
  readonly etag: string

  private constructor(
    plain: Buffer,
    { gzip: gzipped, brotli }: { gzip?: Buffer; brotli?: Buffer },
    identity: Buffer | string = plain,
  ) {
    this.plain = plain
    this.gzip = gzipped
    this.brotli = brotli
    this.etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  }

  /** Throws when `data` does not fit the call's contract. */
  static async make<C extends AnyCall>(call: C, data: z.input<C['data']>): Promise<ReadyBytes> {
    const fitted = fit(call, data)
    return await ReadyBytes.of(Buffer.from(JSON.stringify(call.plain ? fitted : { status: 'success', data: fitted })))
  }

  /** `plain` is a whole answer that fits its contract. */
  static async of(plain: Buffer): Promise<ReadyBytes> {
    if (plain.length < worthCompressing) return new ReadyBytes(plain, {})
    const [gzipped, brotli] = await Promise.all([promisify(gzip)(plain, { level: 9 }), squeeze(plain, 9)])
    return new ReadyBytes(plain, { gzip: gzipped, brotli })
  }

  /** For an answer made while somebody waits. `identity` names all that the bytes depend on, where that is shorter. */
  static async quick(plain: Buffer, identity?: string): Promise<ReadyBytes> {
    if (plain.length < worthCompressing) return new ReadyBytes(plain, {}, identity)
    const brotli = await squeeze(plain, 2)
    return new ReadyBytes(plain, { brotli }, identity ?? brotli)
  }

  /** What it takes of memory, in bytes. */
  get size(): number {
    return this.plain.length + (this.gzip?.length ?? 0) + (this.brotli?.length ?? 0)
  }

  /** 304 when the caller has these bytes already; else the smallest form the caller accepts. */
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    reply.header('etag', this.etag).header('vary', 'Accept-Encoding, Authorization')
    if (request.headers['if-none-match']?.includes(this.etag)) return reply.code(304).send()
    reply.header('content-type', json)
    const accepted = this.brotli ? String(request.headers['accept-encoding'] ?? '') : ''
    if (this.brotli && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(this.brotli)
    if (this.gzip && /\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(this.gzip)
    return reply.send(this.plain)
  }
}

/** In one piece: every further one is a way to another thread and back. */
const squeeze = (plain: Buffer, quality: number) =>
  promisify(brotliCompress)(plain, {
    chunkSize: Math.max(plain.length, constants.Z_MIN_CHUNK),
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  })
