import { openSandbox, type Sandbox } from './sandbox.ts'

const patienceMs = 10_000
const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Runs the sandbox as a child process. It sends 'ready' to its parent, and exits when the parent does. */
let sandbox: Promise<Sandbox> | undefined
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
process.on('disconnect', () => void stop())
try {
  sandbox = openSandbox(optionsOf(process.env))
  const { origin } = await sandbox
  say(`payment provider sandbox at ${origin}`)
  process.send?.('ready')
} catch (error) {
  process.stderr.write(`payment provider sandbox: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

function optionsOf(env: NodeJS.ProcessEnv) {
  const needed = (name: string): string => {
    const value = env[name]
    if (!value) throw new Error(`${name} is missing`)
    return value
  }
  const port = Number(needed('SANDBOX_PORT'))
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error('SANDBOX_PORT is not a port')
  const { SANDBOX_HOST: host, SANDBOX_ORIGIN: origin, SANDBOX_ALLOWED_ORIGIN: allowedOrigin } = env
  const { SANDBOX_WEBHOOK_URL: url, SANDBOX_ACCOUNT_NAME: accountName, SANDBOX_CLOCK_PAGE: clockPage } = env
  return {
    databaseUrl: needed('SANDBOX_DATABASE_URL'),
    port,
    secretKey: needed('SANDBOX_SECRET_KEY'),
    publishableKey: needed('SANDBOX_PUBLISHABLE_KEY'),
    ...(host && { host }),
    ...(origin && { origin }),
    ...(allowedOrigin && { allowedOrigin }),
    ...(url && { webhook: { url, secret: needed('SANDBOX_WEBHOOK_SECRET') } }),
    settings: { ...(accountName && { accountName }), ...(clockPage && { clockPage }) },
    log: say,
  }
}

async function stop() {
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(1), patienceMs).unref()
  await (await sandbox)?.close()
  process.exit(0)
}
