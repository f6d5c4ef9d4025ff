import { runDue } from '@finlist/pay-sandbox/clock'
import { openSandbox, type Sandbox } from '@finlist/pay-sandbox/sandbox'
import type { Row } from '@finlist/pay-sandbox/store'
import { freePort } from '../../../../tools/free-port.ts'
import { syncCatalogue } from '../../src/commands/sync-catalogue.ts'
import { type Config, ownPrices } from '../../src/config.ts'
import type { Database } from '../../src/db/database.ts'
import type { DemoShop } from '../../src/demo/buy-plans.ts'
import { makeDemoCoupons } from '../../src/demo/coupons.ts'
import type { PaymentProvider } from '../../src/features/billing/routes.ts'
import { Payments } from '../../src/payments/payments.ts'
import { openProvider } from '../../src/payments/provider/provider.ts'
import type { TestClock } from '../test-clock.ts'

export type TestSandbox = Sandbox & {
  /** Moves the shared clock of the server and the payment provider, and runs what becomes due there. */
  advance(seconds: number): Promise<void>
}
export type PaidParts = PaymentProvider & {
  sandbox: TestSandbox
  demoShop: DemoShop
  /** Resolves when every event has been delivered and applied. */
  settle(): Promise<void>
}

/** The rows of a payment sandbox, and the origin of the URLs in them. */
export type SavedStore = { rows: { kind: string; row: Row }[]; origin: string }

const keys = { secretKey: 'sk_test_house', publishableKey: 'pk_test_house', webhookSecret: 'whsec_house' }

/**
 * Opens a payment sandbox in memory on a free port. It sends webhook events to the server's port. It continues from
 * `saved`, or starts with the catalogue and the demo's coupons.
 */
export async function openTestSandbox({
  config,
  database,
  clock,
  log,
  saved,
}: {
  config: Config
  database: Database
  clock: TestClock
  log: string[]
  saved?: SavedStore | undefined
}) {
  const { now } = clock
  const port = await freePort()
  const opened = await openSandbox({
    port,
    ...keys,
    allowedOrigin: config.publicUrl.origin,
    webhook: {
      url: `http://127.0.0.1:${config.PORT}/api/payments/webhook`,
      secret: keys.webhookSecret,
      retryAfterMs: [50, 200, 1_000],
    },
    now,
    rows: movedTo(`http://127.0.0.1:${port}`, saved ?? (await stockedStore(config, clock))),
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
    async settle() {
      // Applying events may make the payment provider send more, so do it twice.
      for (let round = 0; round < 2; round++) {
        await opened.delivered()
        await payments.drain()
      }
    },
  }
}

const movedTo = (origin: string, store: SavedStore) =>
  JSON.parse(JSON.stringify(store.rows).replaceAll(store.origin, origin)) as SavedStore['rows']

const stocked = new Map<string, Promise<SavedStore>>()

/** Cached per prices and clock, because creating the catalogue takes about forty calls. */
function stockedStore(config: Config, { at }: TestClock): Promise<SavedStore> {
  const key = JSON.stringify([ownPrices(config), at])
  let store = stocked.get(key)
  if (!store) stocked.set(key, (store = stock(config, at)))
  return store
}

async function stock(config: Config, at: string | undefined): Promise<SavedStore> {
  const startMs = at === undefined ? Date.now() : Date.parse(at)
  const sandbox = await openSandbox({ port: 0, ...keys, now: () => startMs })
  try {
    const { stripe } = openProvider(config, { url: sandbox.origin, ...keys })
    await syncCatalogue({ stripe, config, tell: () => undefined })
    await makeDemoCoupons(stripe)
    return { rows: [...sandbox.store.rows()].filter(({ kind }) => kind !== 'event'), origin: sandbox.origin }
  } finally {
    await sandbox.close()
  }
}
