import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { TooBusy } from './client-errors.ts'

/**
 * Maximum number of connections per network. A large office or a mobile carrier behind one address has hundreds at peak
 * times.
 */
const mostOfNetwork = 1_024
/** Maximum number of connections per process. Each takes tens of kilobytes, even if it sends nothing. */
const mostOfAll = 8_192

type Parts = { trustedProxies: number; networkOf: (ip: string) => string; most?: number }

/**
 * Limits the connections per network; closes excess ones without a response. Many networks share a proxy's connections,
 * so behind a proxy each network's current requests are limited instead.
 */
export function boundConnections(app: FastifyInstance, { trustedProxies, networkOf, most = mostOfNetwork }: Parts) {
  const open = new Map<string, number>()
  app.server.maxConnections = mostOfAll

  /** Counts a connection or request for the network until `held` closes. Returns false if the network has too many. */
  function take(ip: string, held: { once(event: 'close', release: () => void): unknown }): boolean {
    const network = networkOf(ip)
    const count = open.get(network) ?? 0
    if (count >= most) return false
    open.set(network, count + 1)
    held.once('close', () => {
      const left = open.get(network)! - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
    return true
  }

  if (trustedProxies === 0)
    return void app.server.on('connection', (socket: Socket) => {
      if (socket.remoteAddress !== undefined && !take(socket.remoteAddress, socket)) socket.destroy()
    })
  app.addHook('onRequest', ({ ip }, reply, done) => {
    if (take(ip, reply.raw)) return done()
    reply.header('connection', 'close')
    return done(new TooBusy())
  })
}
