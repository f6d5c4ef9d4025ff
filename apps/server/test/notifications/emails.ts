import { openMessenger } from '../../src/notifications/messenger.ts'
import { EmailQueue, type EmailQueueParts } from '../../src/payments/emails/email-queue.ts'
import type { PayingTestServer } from '../test-server.ts'

const quiet = { warn: () => undefined, error: () => undefined }

/** Opens another process that sends a server's billing e-mails, or passes them to `deliver`. */
export async function anotherEmailQueue(testServer: PayingTestServer, parts: Partial<EmailQueueParts> = {}) {
  const { config, database, databaseUrl, clock, provider } = testServer
  const post = await openMessenger(config, database, databaseUrl, quiet)
  const box = new EmailQueue({
    database,
    stripe: provider.stripe,
    deliver: post.deliver,
    brand: config.BRAND,
    publicUrl: config.publicUrl,
    now: clock.now,
    log: quiet,
    ...parts,
  })
  return { box, close: () => post.stop() }
}

/** Resolves when no due billing e-mail is waiting, whichever process sends it. */
export async function allSent(testServer: PayingTestServer, box: EmailQueue) {
  const { database, clock } = testServer
  for (;;) {
    await box.sendWaiting()
    // `for update` waits for a process that is still sending.
    const { rows } = await database.pool.query(
      `select email_id from billing_email where state = 'waiting' and try_at <= $1 for update`,
      [new Date(clock.now())],
    )
    if (rows.length === 0) return
  }
}

/** Returns the billing e-mails to an address, oldest first. */
export async function writtenTo({ database }: PayingTestServer, email: string) {
  return await database.db
    .selectFrom('outbox')
    .select(['message_id', 'subject', 'body'])
    .where('recipient', '=', email)
    .orderBy('message_id')
    .execute()
}

/** Returns the kinds and states of a user's billing e-mails, in order. */
export async function decidedFor({ database }: PayingTestServer, userId: number) {
  const rows = await database.db
    .selectFrom('billing_email')
    .select(['kind', 'state', 'decided_at', 'subject_id', 'attempts'])
    .where('user_id', '=', userId)
    .orderBy('decided_at')
    .orderBy('email_id')
    .execute()
  return rows
}
