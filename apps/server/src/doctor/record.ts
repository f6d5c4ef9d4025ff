import { ChainCheck, type ChainReport } from '@finlist/domain/record/chain'
import { headLine } from '@finlist/domain/record/head-line'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { recordTools } from '../db/record/record-key.ts'
import { recordOrigin } from '../features/record/public-record.ts'
import { readEntries, readWitness } from '../features/record/store.ts'
import { type Check, ok, wrong } from './check.ts'

const piece = 500

/**
 * Checks that the record is complete, that its key exists, and that it contains every issue published since it began.
 * Reports the record's head (newest entry).
 */
export const record: Check = {
  name: 'record',
  async run({ config, database: { db } }) {
    const { head, faults, faultCount, keys } = await checkRecord(db)
    if (!head) return ok('Nothing is recorded yet.')
    const [first] = faults
    if (first)
      return wrong(
        `${faultCount} faults, the first at ${first.seq}: ${first.fault}. Somebody wrote to the table past the server; restore a backup.`,
        'The record',
      )
    const keyId = keys.at(-1)!.keyId
    const key = await db.selectFrom('record_key').select('key_id').where('key_id', '=', keyId).executeTakeFirst()
    if (!key) return wrong(`Its key ${keyId} is gone, so that nothing can be published.`, 'The record')
    const unrecorded = await findUnrecorded(db)
    if (unrecorded) return wrong(`The issue ${unrecorded} is not in it.`, 'The record')
    const witnessed = await tellWitnesses(db, config.RECORD_WITNESSES)
    return ok(`${head.seq} entries, whole. Its head: ${headLine(recordOrigin(config), head)}${witnessed}`)
  },
}

/**
 * Reports, for each witness, the number of entries that it has countersigned and, if it refused to countersign more,
 * the reason.
 */
async function tellWitnesses(db: Db, witnesses: Config['RECORD_WITNESSES']): Promise<string> {
  const told = await Promise.all(
    witnesses.map(async ({ name }) => {
      const row = await readWitness(db, name)
      const why = row?.refused ? ` (${row.refused})` : ''
      return row && row.size > 0
        ? ` Countersigned by ${name} up to ${row.size}${why}.`
        : ` Not yet countersigned by ${name}${why}.`
    }),
  )
  return told.join('')
}

async function checkRecord(db: Db): Promise<ChainReport> {
  const checking = new ChainCheck(recordTools)
  for (let from = 1; ; from += piece) {
    const entries = await readEntries(db, from, from + piece - 1, Number.MAX_SAFE_INTEGER)
    await checking.add(entries)
    if (entries.length < piece) return checking.finish()
  }
}

/** An issue published after the record began but missing from it, for example because it was inserted by hand. */
async function findUnrecorded(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ issue: string }>`
    select exchange || ' ' || issue_date as issue from finlist_issue i
    where published_at > (select made_at from record where seq = 1) and not exists (
      select from record where kind = 'issue' and market = i.exchange
        and body::jsonb -> 'list' ->> 'date' = i.issue_date::text)
    order by published_at limit 1`.execute(db)
  return rows[0]?.issue
}
