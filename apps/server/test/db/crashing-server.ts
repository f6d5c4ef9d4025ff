import { makeApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/database.ts'
import { Payments } from '../../src/payments/payments.ts'
import { openProvider } from '../../src/payments/provider/provider.ts'
import type { Order, ServerSettings } from './server-process.ts'

/**
 * The server as a separate process on an existing database and payment provider. At the steps that its parent orders,
 * it holds a request, or ends as by kill -9: without a log line, a flush or closing its connections.
 */
const settings = JSON.parse(process.env['SERVER_SETTINGS'] ?? '') as ServerSettings
const silent = { warn: () => undefined, info: () => undefined, error: () => undefined }
let { aheadMs } = settings
const now = () => Date.now() + aheadMs
const held = new Set<string>()
const deadly = new Set<string>()

process.on('message', (order: Order) => {
  if (order.hold) held.add(order.hold)
  if (order.dieAt) deadly.add(order.dieAt)
  if (order.aheadMs !== undefined) aheadMs = order.aheadMs
  process.send?.('done')
})
process.on('disconnect', () => process.exit())

const config = readConfig({ PORT: String(settings.port), LOG_LEVEL: 'silent', PUBLIC_URL: settings.publicUrl })
const database = await openDatabase(settings.databaseUrl, silent, process.env['DATABASE_LISTEN_URL'])
const provider = openProvider(config, settings.sandbox, settings.patience)
const payments = new Payments({ database, provider, config, now, log: silent, crashAt })
const paymentProvider = { provider, payments }
const app = await makeApp(config, { database, databaseUrl: settings.databaseUrl, paymentProvider, now })
await app.listen({ port: settings.port, host: '127.0.0.1' })
process.send?.('ready')

async function crashAt(step: string) {
  if (deadly.has(step)) process.kill(process.pid, 'SIGKILL')
  if (!held.delete(step)) return
  process.send?.({ stands: step })
  await new Promise(() => undefined)
}
