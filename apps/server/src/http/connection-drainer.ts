import type { Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * How a server shuts down. `replaced`: other processes accept new connections on its port. `drained`: it signals the
 * load balancer and accepts requests for a while longer. `now`: it only finishes current requests.
 */
export type ShutdownMode = 'replaced' | 'drained' | 'now'

/** Maximum time, in ms, that a replaced server waits for its connections to close. */
const lingerMs = 5_000

/** Tracks the server's connections, so that a shutdown loses no request on an open one. */
export class ConnectionDrainer {
  /** Whether a load balancer should stop sending connections here. */
  isLeaving = false
  readonly #hurried = new AbortController()
  readonly #open = new Set<Socket>()
  #server: HttpServer | undefined

  watch(server: HttpServer) {
    this.#server = server
    server.on('connection', socket => {
      this.#open.add(socket)
      socket.once('close', () => this.#open.delete(socket))
    })
  }

  /**
   * Starts the shutdown; settles when the server can be closed. From then on, every response asks the client to close
   * its connection.
   */
  async leave(how: ShutdownMode, drainMs: number): Promise<void> {
    this.#server?.prependListener('request', (_, answer) => answer.setHeader('connection', 'close'))
    if (how === 'replaced') await Promise.race([this.#stopListening(), this.#pause(lingerMs)])
    if (how === 'drained') {
      this.isLeaving = true
      await this.#pause(drainMs)
    }
  }

  closeNow() {
    this.#hurried.abort()
  }

  /** Closes connections that browsers opened in advance and have not used; Node would wait for a request on them. */
  dropUnused() {
    for (const socket of this.#open) if (socket.bytesRead === 0) socket.destroy()
  }

  /**
   * Stops accepting connections; settles when the last one is closed. The HTTP server's own `close` would cut off
   * connections that are briefly idle.
   */
  async #stopListening(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    Server.prototype.close.call(this.#server, () => resolve())
    await promise
  }

  async #pause(ms: number) {
    await wait(ms, undefined, { signal: this.#hurried.signal }).catch(() => undefined)
  }
}
