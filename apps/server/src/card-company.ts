import { syncCatalogue } from './commands/sync-catalogue.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { readSecrets } from './db/secrets.ts'
import type { DemoShop } from './demo/buy-plans.ts'
import { makeDemoCoupons } from './demo/coupons.ts'
import { reachedByBrowsers, startSandbox } from './demo/sandbox.ts'
import type { CardCompany } from './features/billing/routes.ts'
import { Payments, type PaymentsParts } from './payments/payments.ts'
import { openProvider } from './payments/provider.ts'

type Asked = {
  config: Config
  database: Database
  databaseUrl: string
  log: PaymentsParts['log']
  say: (line: string) => void
}
/** `demoShop` is there with the stand-in alone: nothing is ever bought for a demo account at the real company. */
export type OpenCardCompany = {
  cardCompany?: CardCompany
  demoShop?: DemoShop
  /** To be called once the server can hear what the company tells. */
  listening(): Promise<void>
  close(): Promise<void>
}

/** Whoever takes the money by the configuration: the real card company, its stand-in started here, or nobody. */
export async function openCardCompany({ config, database, databaseUrl, log, say }: Asked): Promise<OpenCardCompany> {
  const openPayments = (provider: CardCompany['provider'], trialDays = config.TRIAL_DAYS) =>
    new Payments({
      database,
      provider,
      config: { publicUrl: config.publicUrl, TRIAL_DAYS: trialDays },
      now: Date.now,
      log,
    })
  const outside = { listening: async () => undefined, close: async () => undefined }
  if (config.payments === 'none') return outside
  if (config.payments === 'stripe') {
    const provider = openProvider(config)
    return { cardCompany: { provider, payments: openPayments(provider) }, ...outside }
  }
  const sandbox = await startSandbox({ config, databaseUrl, secrets: await readSecrets(database.db), say })
  try {
    const provider = reachedByBrowsers(openProvider(config, sandbox.connection), config)
    const { stripe } = provider
    await syncCatalogue({ stripe, config, tell: () => undefined })
    await makeDemoCoupons(stripe)
    return {
      cardCompany: { provider, payments: openPayments(provider) },
      demoShop: { stripe, openPayments: ({ trialDays }) => openPayments(provider, trialDays) },
      listening: sandbox.tell,
      close: sandbox.stop,
    }
  } catch (error) {
    await sandbox.stop()
    throw error
  }
}
