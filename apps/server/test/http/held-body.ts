import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A request with an unfinished body, on a connection that stays open. */
export type HeldBody = {
  /** Returns what the server has sent so far. */
  said(): string
  status(): number | undefined
  send(bytes: Buffer | string): void
  /** Resolves when the server has begun to answer, or has closed the connection. */
  answered: Promise<void>
  closed: Promise<void>
  end(): void
}

type Asked = {
  headers: Record<string, string>
  /** The part of the body that is sent immediately. */
  part: Buffer | string
  /** The loopback address to connect from; each counts as a separate network. */
  from?: string
}

/** Begins a request. `line` is method and path. Resolves when the head and the first part were passed to the system. */
export async function holdBody(base: string, line: string, { headers, part, from }: Asked): Promise<HeldBody> {
  const { hostname, port, host } = new URL(base)
  const socket: Socket = connect({ port: Number(port), host: hostname, ...(from && { localAddress: from }) })
  let said = ''
  socket.on('data', bytes => (said += String(bytes))).on('error', () => undefined)
  const closed = new Promise<void>(resolve => void socket.once('close', () => resolve()))
  const began = new Promise<void>(resolve => void socket.once('data', () => resolve()))
  await Promise.race([once(socket, 'connect').catch(() => undefined), closed])
  const head = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`)
  socket.write(`${[`${line} HTTP/1.1`, ...head].join('\r\n')}\r\n\r\n`)
  socket.write(part)
  return {
    said: () => said,
    status: () => Number(/^HTTP\/1\.1 (\d+) /.exec(said)?.[1]) || undefined,
    send: bytes => void socket.write(bytes),
    answered: Promise.race([began, closed]),
    closed,
    end: () => void socket.destroy(),
  }
}
