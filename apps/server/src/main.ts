import cluster from 'node:cluster'
import { type Config, ConfigError, readConfig } from './config.ts'
import { demoAccounts } from './demo/accounts.ts'
import { affiliateCodes } from './demo/affiliate-sales.ts'
import { demoCoupons } from './demo/coupons.ts'
import { sandboxOrigin } from './demo/sandbox.ts'
import { testCards } from './demo/test-cards.ts'
import type { ShutdownMode } from './http/connection-drainer.ts'
import { type Cleanups, prepare, runCleanups } from './prepare.ts'
import { runServer } from './run-server.ts'
import { work } from './workers/worker.ts'
import { Workers } from './workers/workers.ts'

const patienceMs = 10_000
/** The rest of the ten seconds is for closing the prepared resources. */
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
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  }
  process.exit(1)
}

async function run() {
  const config = readConfig(process.env)
  if (cluster.isWorker) return await work(config, say)
  const opened: Cleanups = []
  let running: Running | undefined
  stopWhenTold(config, {
    async stop(how) {
      await running?.leave(how)
      await runCleanups(opened)
    },
    hurry: () => void running?.leave('now'),
    reload: () => void running?.reload?.(),
  })
  try {
    const ground = await prepare(config, opened, say)
    const { databaseUrl } = ground
    if (config.WORKERS > 1) {
      const workers = new Workers({ databaseUrl, say })
      running = { leave: how => workers.leave(how, workersPatienceMs + (how === 'drained' ? config.drainMs : 0)) }
      await workers.start(config.WORKERS)
      running.reload = () => workers.reload()
    } else running = await runServer(config, { databaseUrl, say })
    await ground.listening()
  } catch (error) {
    await running?.leave('now')
    await runCleanups(opened)
    throw error
  }
  greet(config)
}

type Running = { leave(how: ShutdownMode): Promise<void>; reload?(): Promise<void> }

/**
 * Ends at Ctrl-C, a kill, or the end of our parent: what is under way is finished, for ten seconds at most. A SIGTERM
 * first gives the load balancer its time. A SIGHUP replaces the workers; without workers the server ends, and whatever
 * keeps it running starts it again.
 */
function stopWhenTold(
  { WORKERS, drainMs }: Config,
  { stop, hurry, reload }: { stop(how: ShutdownMode): Promise<void>; hurry(): void; reload(): void },
) {
  let isStopping = false
  const end = async (how: ShutdownMode) => {
    if (isStopping) return how === 'now' && hurry()
    isStopping = true
    setTimeout(() => process.exit(1), patienceMs + (how === 'drained' ? drainMs : 0)).unref()
    await stop(how)
    process.exit(0)
  }
  process.on('SIGINT', () => void end('now'))
  process.on('disconnect', () => void end('now'))
  process.on('SIGTERM', () => void end('drained'))
  process.on('SIGHUP', () => (WORKERS > 1 ? reload() : void end('drained')))
}

function greet(config: Config) {
  say(
    `\n  ${config.BRAND} is ready at ${config.publicUrl.origin}${config.WORKERS > 1 ? `, with ${config.WORKERS} workers` : ''}\n`,
  )
  if (!config.demo) return
  say('  Demo mode: one click on the sign-in page, no password needed. Codes arrive at /outbox.')
  const width = Math.max(...demoAccounts.map(({ email }) => email.length))
  for (const { email, note } of demoAccounts) say(`    ${email.padEnd(width)}  ${note.en}`)
  if (config.payments === 'sandbox') greetBuyers(config, width)
  say('')
}

function greetBuyers({ publicUrl, sandboxPort }: Config, width: number) {
  const address = `${sandboxOrigin(publicUrl, sandboxPort)}/_sandbox/`
  say(`\n  Test payments: no real card is charged. Their console: ${address}`)
  say('  Cards, with any later date and any CVC, and coupons:')
  for (const { number, does } of testCards) say(`    ${number.padEnd(width)}  ${does}`)
  for (const { code, does } of [...demoCoupons, ...affiliateCodes]) say(`    ${code.padEnd(width)}  ${does}`)
}
