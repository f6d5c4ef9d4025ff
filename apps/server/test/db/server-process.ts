import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { childEnv } from '../../../../tools/child-env.ts'
import type { Patience, SandboxConnection } from '../../src/payments/provider/provider.ts'

const program = fileURLToPath(new URL('./crashing-server.ts', import.meta.url))

export type ServerSettings = {
  port: number
  publicUrl: string
  databaseUrl: string
  sandbox: SandboxConnection
  /** Milliseconds by which the server's clock is ahead of the machine's. */
  aheadMs: number
  /** The timeouts for the payment provider, if not the default ones. */
  patience?: Patience
}
export type Order = { hold?: string; dieAt?: string; aheadMs?: number }

/** A running server that can be killed. */
export type ServerProcess = {
  /** Resolves when the server has received the order. */
  order(order: Order): Promise<void>
  /** Resolves when the next request is held at the ordered step. */
  stands(): Promise<void>
  /** Resolves when the server has ended on its own. */
  ended(): Promise<void>
  /** kill -9; resolves when the process has ended. */
  kill(): Promise<void>
}

/** Resolves when the server accepts calls. */
export async function startServer(settings: ServerSettings): Promise<ServerProcess> {
  const child = fork(program, {
    env: childEnv({ SERVER_SETTINGS: JSON.stringify(settings), DATABASE_URL: settings.databaseUrl }),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const end = once(child, 'exit').then(() => undefined)
  await heard(child, message => message === 'ready')
  return {
    async order(order) {
      if (!child.connected) throw new Error('the server is gone')
      const done = heard(child, message => message === 'done')
      child.send(order)
      await done
    },
    stands: () => heard(child, message => typeof message === 'object' && 'stands' in message),
    ended: () => end,
    async kill() {
      child.kill('SIGKILL')
      await end
    },
  }
}

/** Resolves at the message that `isIt` accepts; rejects if the child ends before it. */
export async function heard(child: ChildProcess, isIt: (message: object | string) => boolean): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const listen = (message: object | string) => {
      if (!isIt(message)) return
      child.off('exit', ended)
      child.off('message', listen)
      resolve()
    }
    const ended = (code: number | null, signal: string | null) => {
      child.off('message', listen)
      reject(new Error(`the process ended: ${signal ?? code}`))
    }
    child.on('message', listen)
    child.once('exit', ended)
  })
}
