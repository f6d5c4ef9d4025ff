import { runDue } from '@finlist/pay-sandbox/clock'
import { openSandbox, type Sandbox } from '@finlist/pay-sandbox/sandbox'
import { syncCatalogue } from '../src/commands/sync-catalogue.ts'
import type { Config } from '../src/config.ts'
import type { Database } from '../src/db/database.ts'
import type { DemoShop } from '../src/demo/buy-plans.ts'
import { makeDemoCoupons } from '../src/demo/coupons.ts'
import type { PaymentProvider } from '../src/features/billing/routes.ts'
import { Payments } from '../src/payments/payments.ts'
import { openProvider } from '../src/payments/provider/provider.ts'
import type { TestClock } from './test-clock.ts'

export type TestSandbox = Sandbox & {
  /** Moves the shared clock of the server and the payment provider, and runs what becomes due there. */
  advance(seconds: number): Promise<void>
}
export type PaidParts = PaymentProvider & {
  sandbox: TestSandbox
  demoShop: DemoShop
  /** Settles when every event has been delivered and applied. */
  settle(): Promise<void>
}

/** The payment sandbox in memory on a free port, with webhook events to the server's port. */
export async function openTestSandbox({
  config,
  database,
  clock,
  log,
}: {
  config: Config
  database: Database
  clock: TestClock
  log: string[]
}) {
  const { now } = clock
  const keys = { secretKey: 'sk_test_house', publishableKey: 'pk_test_house', webhookSecret: 'whsec_house' }
  const opened = await openSandbox({
    port: 0,
    ...keys,
    allowedOrigin: config.publicUrl.origin,
    webhook: {
      url: `http://127.0.0.1:${config.PORT}/api/payments/webhook`,
      secret: keys.webhookSecret,
      retryAfterMs: [50, 200, 1_000],
    },
    now,
    log: line => void log.push(`${line}\n`),
  })
  const provider = openProvider(config, { url: opened.origin, ...keys })
  const { stripe } = provider
  const tell = (details: object, message: string) => void log.push(`${message} ${JSON.stringify(details)}\n`)
  const openPayments = ({ trialDays }: { trialDays: number }) =>
    new Payments({
      database,
      provider,
      config: { publicUrl: config.publicUrl, TRIAL_DAYS: trialDays },
      now,
      log: { warn: tell, error: tell },
    })
  const payments = openPayments({ trialDays: config.TRIAL_DAYS })
  const demoShop: DemoShop = { stripe, openPayments }
  const sandbox: TestSandbox = {
    ...opened,
    async advance(seconds) {
      clock.offsetMs += seconds * 1_000
      await opened.change(runDue)
    },
  }
  return {
    paymentProvider: { provider, payments },
    demoShop,
    sandbox,
    /** Creates the catalogue and the demo's coupons; called once the server receives webhook events. */
    async stock() {
      await syncCatalogue({ stripe, config, tell: () => undefined })
      await makeDemoCoupons(stripe)
    },
    async settle() {
      // Applying events may make the payment provider send more.
      for (let round = 0; round < 2; round++) {
        await opened.delivered()
        await payments.drain()
      }
    },
  }
}
