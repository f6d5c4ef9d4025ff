import { setTimeout as wait } from 'node:timers/promises'
import { People } from '../../src/auth/people.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/database.ts'
import { evaluateAlerts } from '../../src/features/alerts/evaluate/evaluate.ts'

/** A program that evaluates alerts for each publish until it is killed. */
const database = await openDatabase(
  process.env['DATABASE_URL']!,
  { warn: () => undefined, info: () => undefined },
  process.env['DATABASE_LISTEN_URL'],
)
const people = new People(database, [], Date.now)
const log = { warn: (details: object) => void process.stderr.write(`${String((details as { err?: unknown }).err)}\n`) }
process.stdout.write('begun\n')
for (;;) {
  await evaluateAlerts({ database, people, config: readConfig({}), now: Date.now, log })
  await wait(2)
}
