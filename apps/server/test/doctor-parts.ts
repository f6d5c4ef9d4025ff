import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ProxyHabits = {
  /** Keeps the X-Forwarded-For header of the caller. */
  keeps?: boolean
  appends?: boolean
  /** The Host header to send instead of the caller's. */
  host?: string
}

/** A proxy that forwards requests as real ones do, to the target set by `leadTo`. */
export async function openProxy({
  keeps = true,
  appends = true,
  host,
}: ProxyHabits): Promise<{ url: string; leadTo(target: string): void; close(): Promise<void> }> {
  let target = new URL('http://127.0.0.1:9')
  const server = createServer((incoming, outgoing) => {
    const { 'x-forwarded-for': claimed, ...headers } = incoming.headers
    const chain = [...(keeps && claimed ? [String(claimed)] : []), ...(appends ? [incoming.socket.remoteAddress] : [])]
    const sent = request(
      {
        hostname: target.hostname,
        port: target.port,
        method: incoming.method,
        path: incoming.url,
        headers: {
          ...headers,
          ...(host && { host }),
          ...(chain.length > 0 && { 'x-forwarded-for': chain.join(', ') }),
        },
      },
      answer => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    sent.on('error', () => outgoing.destroy())
    incoming.pipe(sent)
  })
  return { url: await listen(server), leadTo: to => void (target = new URL(to)), close: () => close(server) }
}

export async function listen(server: Server): Promise<string> {
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise<void>(resolve => void server.close(() => resolve()))
}
