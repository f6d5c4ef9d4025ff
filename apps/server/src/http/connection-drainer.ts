import type { Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * How a server leaves. `replaced`: others take the connections of its port, from now on. `drained`: it tells the load
 * balancer and goes on for a while. `now`: it only finishes what is under way.
 */
export type ShutdownMode = 'replaced' | 'drained' | 'now'

/** A kept connection on which so long nothing was asked is closed without a word. */
const lingerMs = 5_000

/** Where connections come in. It is shut so that no request is lost on a connection that is still open. */
export class ConnectionDrainer {
  /** Whether a load balancer should send nobody here any more. */
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

  /** Settles when it is time to close the server. From now on every answer asks to close its connection. */
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

  /** Connections on which nothing was ever said, as browsers keep them in store: Node would wait for their request. */
  dropUnused() {
    for (const socket of this.#open) if (socket.bytesRead === 0) socket.destroy()
  }

  /** Settles when the last connection is closed. http's own `close` would cut off those that are idle at the moment. */
  async #stopListening(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    Server.prototype.close.call(this.#server, () => resolve())
    await promise
  }

  async #pause(ms: number) {
    await wait(ms, undefined, { signal: this.#hurried.signal }).catch(() => undefined)
  }
}
