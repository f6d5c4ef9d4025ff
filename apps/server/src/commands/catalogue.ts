import { parseArgs } from 'node:util'
import { readSecrets } from '../db/secrets.ts'
import { sandboxConnection } from '../demo/sandbox.ts'
import { openProvider } from '../payments/provider/provider.ts'
import { CommandError, withDatabase } from './connect.ts'
import { syncCatalogue } from './sync-catalogue.ts'
import { readTyped } from './typed.ts'

const usage = `finlist catalogue [--dry-run]

Makes the products and prices at the payment provider what is sold here, and tells what it changed. With --dry-run it only
tells. Test payments have them at every start of the server; a real account needs this once, and after a new price.`

const dryRun = readTyped(
  usage,
  () => parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } }).values['dry-run'],
)

await withDatabase(async (database, config) => {
  if (config.payments === 'none') throw new CommandError('payments are not set up: there are no Stripe keys')
  const sandbox = config.payments === 'sandbox' ? sandboxConnection(config, await readSecrets(database.db)) : undefined
  const { stripe } = openProvider(config, sandbox)
  const tell = (line: string) => process.stdout.write(`${line}\n`)
  const changes = await syncCatalogue({ stripe, config, dryRun, tell }).catch(error => {
    if (sandbox && (error as { type?: string }).type === 'StripeConnectionError')
      throw new CommandError(`${sandbox.url} does not answer: test payments run with the server alone (npm start)`)
    throw error
  })
  if (changes === 0) tell('nothing to change')
})
