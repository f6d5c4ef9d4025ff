import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { readSecrets } from '../db/secrets.ts'
import { reachedByBrowsers, sandboxConnection } from '../demo/sandbox.ts'
import type { PaymentProvider } from '../features/billing/routes.ts'
import { Payments, type PaymentsParts } from '../payments/payments.ts'
import { openProvider } from '../payments/provider/provider.ts'

/**
 * Opens the configured payment provider: Stripe, or the sandbox, which must be running. Returns undefined if none is
 * configured.
 */
export async function openPaymentProvider(
  config: Config,
  database: Database,
  { now, log }: Pick<PaymentsParts, 'now' | 'log'>,
): Promise<PaymentProvider | undefined> {
  if (config.payments === 'none') return undefined
  const provider =
    config.payments === 'stripe'
      ? openProvider(config)
      : reachedByBrowsers(openProvider(config, sandboxConnection(config, await readSecrets(database.db))), config)
  return { provider, payments: new Payments({ database, provider, config, now, realNow: Date.now, log }) }
}
