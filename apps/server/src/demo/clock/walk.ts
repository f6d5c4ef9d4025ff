import { ageIdentity } from '@finlist/identity/age'
import { sql } from 'kysely'
import { type Job, runIfDue } from '../../background/jobs.ts'
import { Repeated } from '../../background/repeated.ts'
import type { Config } from '../../config.ts'
import type { Database, Tx } from '../../db/database.ts'
import { Busy, Locks } from '../../db/locks.ts'
import type { EmailQueue } from '../../payments/emails/email-queue.ts'
import type { Payments } from '../../payments/payments.ts'
import type { SandboxConnection } from '../../payments/provider/provider.ts'
import { bringDemoMarkets } from '../bring-markets.ts'
import { moveSandbox } from './sandbox-clock.ts'

export type WalkParts = {
  database: Database
  config: Config
  jobs: readonly Job[]
  billingEmails: EmailQueue
  /** The payment sandbox and our payments with it; undefined if nothing is sold. */
  shop: { sandbox: SandboxConnection; payments: Payments } | undefined
  now: () => number
  log: { warn(details: object, message: string): void; info(message: string): void }
}

const dayMs = 86_400_000

/**
 * Moves a demo's clock to the requested time, one day at a time. Each step moves our clock and the sandbox's, applies
 * the webhook events, runs the jobs that became due, in order, and sends the billing e-mails. The market data of all
 * days are loaded at the end. One process does this; if it dies, another continues.
 */
export function startWalking(parts: WalkParts): () => Promise<void> {
  const { database, log } = parts
  const locks = new Locks(database)
  const repeated = new Repeated(log)
  // Each check also resumes a move whose process died.
  const look = repeated.every('demo clock', 5_000, () =>
    locks
      .hold('demo clock', () => walk(parts, locks, () => repeated.isStopped), 0)
      .catch(async error => {
        if (error instanceof Busy || repeated.isStopped) return
        log.warn({ err: error }, 'the clock of the demo could not be moved on')
        await end(database, String(error).slice(0, 500)).catch(() => undefined)
      }),
  )
  database.changes.on('clock', look)
  return async () => {
    await repeated.stop()
    await locks.close()
  }
}

async function walk(parts: WalkParts, locks: Locks, isStopped: () => boolean): Promise<void> {
  const { database } = parts
  while (!isStopped()) {
    const clock = await database.db.selectFrom('product_clock').selectAll().executeTakeFirst()
    if (!clock || clock.goal_ms === null) return
    if (clock.stage === 'data') {
      await bringData(parts, locks)
      return await end(database)
    }
    const stepMs = Math.min(dayMs, clock.goal_ms - clock.ahead_ms)
    const isLast = clock.ahead_ms + stepMs === clock.goal_ms
    if (stepMs > 0)
      await database.write(async tx => {
        await goAlong(tx, clock, stepMs)
        await ageIdentity(stepMs, text => tx.executeQuery(sql.raw(text).compile(tx)))
        await tx
          .updateTable('product_clock')
          .set({ ahead_ms: clock.ahead_ms + stepMs })
          .execute()
      })
    await liveThrough(parts, locks, clock.ahead_ms + stepMs)
    if (isLast) await database.db.updateTable('product_clock').set({ stage: 'data' }).execute()
  }
}

/** Moves the session of the user who moves the clock, so that its age stays the same. */
async function goAlong(
  tx: Tx,
  { mover, mover_session }: { mover: number | null; mover_session: string | null },
  ms: number,
) {
  if (mover === null || mover_session === null) return
  const later = (column: string) => sql<Date>`${sql.ref(column)} + ${ms} * interval '1 millisecond'`
  await tx
    .updateTable('session')
    .set({
      created_at: later('created_at'),
      renewed_at: later('renewed_at'),
      expires_at: later('expires_at'),
      auth_time: later('auth_time'),
    })
    .where('user_id', '=', mover)
    .where('session_id', '=', mover_session)
    .execute()
}

/** Runs everything scheduled up to now, except the jobs that import market data and those that take minutes. */
async function liveThrough(
  { database, jobs, billingEmails, shop, now, log }: WalkParts,
  locks: Locks,
  aheadMs: number,
) {
  if (shop) {
    await moveSandbox(shop.sandbox, aheadMs, { told: true })
    await shop.payments.drain().catch(error => log.warn({ err: error }, 'events of the payment provider wait'))
  }
  const known = await database.db.selectFrom('job_run').select(['name', 'next_at']).execute()
  const dueAt = new Map(known.map(({ name, next_at }) => [name, next_at.getTime()]))
  const due = jobs
    .filter(({ name, brings, isLong }) => !brings && !isLong && (dueAt.get(name) ?? 0) <= now())
    .toSorted((one, other) => (dueAt.get(one.name) ?? 0) - (dueAt.get(other.name) ?? 0))
  for (const job of due) await runIfDue(job, locks, { database, now, log })
  await billingEmails.decideDue()
  await billingEmails.sendWaiting()
}

/** Loads the market data, while holding the locks of the jobs that import market data, and then runs those jobs. */
async function bringData({ database, config, jobs, now, log }: WalkParts, locks: Locks) {
  const bringers = jobs.filter(({ brings }) => brings)
  const load = () =>
    bringDemoMarkets(database, config, { now: now(), say: line => log.info(line.trim()), bySource: true })
  await bringers.reduce(
    (work, { name }) =>
      () =>
        locks.hold(`job ${name}`, work),
    load,
  )()
  for (const job of bringers) await runIfDue(job, locks, { database, now, log })
}

async function end(database: Database, error = '') {
  await database.db
    .updateTable('product_clock')
    .set({ from_ms: null, goal_ms: null, stage: null, mover: null, mover_session: null, error })
    .execute()
}
