import cluster from 'node:cluster'
import { failureText } from './boot/failure-text.ts'
import { type Cleanups, prepare, runCleanups } from './boot/prepare.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import type { ShutdownMode } from './http/connection-drainer.ts'

const patienceMs = 10_000
/** Time, in ms, that workers get to exit. The rest of `patienceMs` is for closing everything else. */
const workersPatienceMs = 8_000
const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  await run()
} catch (error) {
  if (error instanceof ConfigError) {
    process.stderr.write(`The configuration is not right:\n${error.lines.map(line => `  ${line}\n`).join('')}`)
  } else if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    process.stderr.write(
      `PORT: ${(error as { port?: number }).port} is taken by another program. Set PORT to a free one.\n`,
    )
  } else {
    process.stderr.write(`${failureText(error)}\n`)
  }
  process.exit(1)
}

async function run() {
  const config = readConfig(process.env)
  if (cluster.isWorker) return await (await import('./workers/worker.ts')).work(config, say)
  const opened: Cleanups = []
  let running: Running | undefined
  const stopping = stopWhenTold(config, {
    async stop(how) {
      await running?.leave(how)
      await runCleanups(opened)
    },
    hurry: () => void running?.leave('now'),
    reload: () => void running?.reload?.(),
  })
  try {
    // Loads the server's code while the database and the payment sandbox start in other processes.
    const [ground, serving] = await Promise.all([
      prepare(config, opened, say),
      config.WORKERS > 1 ? import('./workers/workers.ts') : import('./boot/run-server.ts'),
    ])
    const { databaseUrl } = ground
    if ('Workers' in serving) {
      const workers = new serving.Workers({ databaseUrl, say })
      running = { leave: how => workers.leave(how, workersPatienceMs + (how === 'drained' ? config.drainMs : 0)) }
      await workers.start(config.WORKERS)
      running.reload = () => workers.reload()
    } else running = await serving.runServer(config, { databaseUrl, say })
    await ground.listening()
    const { greet } = await import('./boot/greet.ts')
    greet(config, say)
    await ground.refresh()
  } catch (error) {
    // Ignored at shutdown: work in progress may fail because its database connection closes.
    if (stopping.begun) return
    await running?.leave('now')
    await runCleanups(opened)
    throw error
  }
}

type Running = { leave(how: ShutdownMode): Promise<void>; reload?(): Promise<void> }

/**
 * Shuts down on Ctrl-C, on SIGTERM, or when the parent process ends; work in progress has ten seconds to finish. On
 * SIGTERM the server first keeps accepting requests for `drainMs`, so that the load balancer can notice. SIGHUP
 * replaces the workers; without workers the server exits, and its supervisor restarts it.
 */
function stopWhenTold(
  { WORKERS, drainMs }: Config,
  { stop, hurry, reload }: { stop(how: ShutdownMode): Promise<void>; hurry(): void; reload(): void },
) {
  const stopping = { begun: false }
  const end = async (how: ShutdownMode) => {
    if (stopping.begun) return how === 'now' && hurry()
    stopping.begun = true
    setTimeout(() => process.exit(1), patienceMs + (how === 'drained' ? drainMs : 0)).unref()
    await stop(how)
    process.exit(0)
  }
  process.on('SIGINT', () => void end('now'))
  process.on('disconnect', () => void end('now'))
  process.on('SIGTERM', () => void end('drained'))
  process.on('SIGHUP', () => (WORKERS > 1 ? reload() : void end('drained')))
  return stopping
}
