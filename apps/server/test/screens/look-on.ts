import { setTimeout as wait } from 'node:timers/promises'
import { People } from '../../src/auth/people.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/database.ts'
import { evaluateAlerts } from '../../src/features/alerts/evaluate/evaluate.ts'
import { marketColumns } from '../../src/market-data/screen/market-columns.ts'

/** A program that evaluates alerts for each publish until it is killed. */
const database = await openDatabase(
  process.env['DATABASE_URL']!,
  { warn: () => undefined, info: () => undefined },
  process.env['DATABASE_LISTEN_URL'],
)
const screenColumns = marketColumns(database, Date.now)
const people = new People(database, [], Date.now)
const log = { warn: (details: object) => void process.stderr.write(`${String((details as { err?: unknown }).err)}\n`) }
process.stdout.write('begun\n')
for (;;) {
  await evaluateAlerts({ database, people, config: readConfig({}), screenColumns, now: Date.now, log })
  await wait(2)
}
