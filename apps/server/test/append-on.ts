import { randomUUID } from 'node:crypto'
import { openDatabase } from '../src/db/database.ts'
import { appendToRecord } from '../src/db/record/append.ts'

/** A program that appends a row and its record entry in a loop until it is killed. */
const database = await openDatabase(
  process.env['DATABASE_URL']!,
  { warn: () => undefined, info: () => undefined },
  process.env['DATABASE_LISTEN_URL'],
)
for (let first = true; ; first = false) {
  await database.transaction(async tx => {
    const key = `recorded-${randomUUID()}`
    await tx.insertInto('config_entry').values({ key, value: '', by_user_id: null }).execute()
    await appendToRecord(tx, { kind: 'proposal', market: 'HKEX', body: { key } })
  })
  if (first) process.stdout.write('begun\n')
}
