import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { People } from '../../src/auth/people.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/database.ts'
import { Keys } from '../../src/db/keys.ts'
import { Dispatcher } from '../../src/features/channels/dispatcher.ts'
import { openDelivery } from '../../src/notifications/delivery.ts'
import { tell } from '../../src/notifications/inbox/tell.ts'

/** A program that evaluates and sends notifications in a loop until it is killed; with TELLS=no it only sends. */
const { DATABASE_URL, MAIL_PORT, PUSH_PORT, TELLS } = process.env
const config = readConfig({
  SMTP_URL: `smtp://127.0.0.1:${MAIL_PORT}`,
  MAIL_FROM: 'finlist@finlist.example',
  PUSH: 'on',
  SERVICE_EMAIL: 'help@finlist.example',
})
const quiet = { warn: () => undefined, info: () => undefined, error: () => undefined }
const database = await openDatabase(DATABASE_URL!, quiet, process.env['DATABASE_LISTEN_URL'])
const deliver = openDelivery(config)
const dispatcher = new Dispatcher({
  database,
  config,
  keys: await Keys.open(database, Date.now),
  people: new People(database, [], Date.now),
  deliver: message => deliver(message),
  headLine: async () => undefined,
  connectPush: { createConnection: () => connect(Number(PUSH_PORT), '127.0.0.1') },
  now: Date.now,
  realNow: Date.now,
  log: quiet,
})
dispatcher.start()
const { rows } = await database.pool.query<{ user_id: number }>('select user_id from users order by random()')
process.stdout.write('begun\n')
for (let n = 0; ; n++) {
  const userId = rows[n % rows.length]!.user_id
  if (TELLS !== 'no')
    await database.transaction(tx =>
      tell(tx, [
        {
          userId,
          kind: 'price-above',
          source: randomUUID(),
          exchange: 'HKEX',
          stockCode: '700',
          facts: { date: '2026-09-16' },
        },
      ]),
    )
  await wait(10)
  if (n % 5 === 0) await dispatcher.handWaiting()
}
