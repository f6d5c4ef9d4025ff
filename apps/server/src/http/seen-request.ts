import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Key, KeyRing } from '../db/keys.ts'
import { NotFound } from './client-errors.ts'

const goodForMs = 300_000
const mostForwardedChars = 1_000

/** How a request arrived at the server; `finlist doctor` compares this with how the request was sent. */
export type SeenRequest = {
  /** The client's IP address as the server determined it. */
  ip: string
  /** The host name of the request as the server determined it. */
  host: string
  /** The other end of the TCP connection: the nearest proxy, or the client. */
  peer: string
  /** X-Forwarded-For as received; the nearest proxy's entry is last. */
  forwardedFor: string
  /** The settings that this process was started with. */
  trustedProxies: number
  publicUrl: string
}

/** A bearer token for the doctor, valid for five minutes. Making one requires access to the database. */
export function doctorToken(signing: Key, now: number): string {
  return `${now}.${sign(signing.value, now)}`
}

function isDoctors(authorization: string, { accepted }: KeyRing, now: number): boolean {
  const [, at = '', signature = ''] = /^Bearer (\d{1,15})\.([\w-]{43})$/.exec(authorization) ?? []
  if (Math.abs(now - Number(at)) > goodForMs) return false
  return accepted.some(({ value }) => timingSafeEqual(Buffer.from(sign(value, Number(at))), Buffer.from(signature)))
}

const sign = (key: string, at: number) => createHmac('sha256', key).update(`doctor ${at}`).digest('base64url')

/** Adds GET `path`, which tells the doctor how its request arrived; anyone else gets 404. `now` is in ms. */
export function serveSeenRequest(
  app: FastifyInstance,
  path: string,
  {
    config,
    ring,
    now,
  }: { config: Pick<Config, 'publicUrl' | 'trustedProxies'>; ring: () => KeyRing; now: () => number },
) {
  app.get(path, ({ headers, host, ip, socket }, reply) => {
    if (!isDoctors(headers.authorization ?? '', ring(), now())) throw new NotFound()
    const seen: SeenRequest = {
      ip,
      host,
      peer: socket.remoteAddress ?? '',
      forwardedFor: String(headers['x-forwarded-for'] ?? '').slice(0, mostForwardedChars),
      trustedProxies: config.trustedProxies,
      publicUrl: config.publicUrl.origin,
    }
    return reply.send(seen)
  })
}
