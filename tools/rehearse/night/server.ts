import { setTimeout as wait } from 'node:timers/promises'
import { type Job, runIfDue } from '../../../apps/server/src/background/jobs.ts'
import { signInAccount } from '../../../apps/server/src/boot/embedded-account.ts'
import { jobRegistry } from '../../../apps/server/src/boot/job-registry.ts'
import { readConfig } from '../../../apps/server/src/config.ts'
import { openDatabase } from '../../../apps/server/src/db/database.ts'
import { Keys } from '../../../apps/server/src/db/keys.ts'
import { Locks } from '../../../apps/server/src/db/locks.ts'
import { ProductClock } from '../../../apps/server/src/db/product-clock.ts'

/** A message from this process to the rehearsal: it is ready, the due jobs are done, or a notice to staff. */
export type Told = 'ready' | 'done' | { kind: string; values: unknown }

/** The jobs that load data or make lists. */
const watched =
  /^(prices|propose|fundamentals)-|^(exchange-rates|missing-days|incoming|movers|shareholding|publish-lists|ex-dates|search-doubts)$/

/** The interval, in ms, at which the clock is checked. */
const clockMs = 10
const tell = (told: Told) => process.send!(told)
const log = { warn: () => undefined, info: () => undefined, error: () => undefined }
const config = readConfig(process.env)
const database = await openDatabase(config.DATABASE_URL, log)
const { now } = await ProductClock.open(database)
const keys = await Keys.open(database, now)
const jobs: Job[] = jobRegistry(config, {
  database,
  databaseUrl: config.DATABASE_URL,
  keys,
  account: signInAccount(config, database),
  post: {
    send: async (_, kind, { values }) => void tell({ kind, values }),
    eraseSettled: async () => 0,
    forget: async () => undefined,
  },
  paymentProvider: undefined,
}).filter(({ name }) => watched.test(name))
const locks = new Locks(database)

process.on('message', (hour: number) => void runDue(hour))
process.on('disconnect', () => process.exit())
tell('ready')

/** Runs the jobs that are due at the hour, once this process has been notified that the clock has moved there. */
async function runDue(hour: number) {
  while (now() < hour) await wait(clockMs)
  await Promise.all(jobs.map(job => runIfDue(job, locks, { database, now, log })))
  tell('done')
}
