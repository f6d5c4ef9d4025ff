import { type Database } from '../db/database.ts'
import { purposes } from '../db/key-purposes.ts'
import { Keys } from '../db/keys.ts'
import { replaceLostRecordKey, rotateRecordKey } from '../db/record/append.ts'
import { CommandError, withDatabase } from './connect.ts'
import { readTyped } from './typed.ts'

const usage = `finlist keys [rotate [--at-once] | replace-lost-record-key] [--json]

Lists the keys that the server signs with; rotate has a new one follow each, at once or once every server knows it.
--json prints a list of objects.`
const { asked, isJson } = readTyped(usage, typed => {
  const line = typed.filter(word => word !== '--json').join(' ')
  if (!/^(rotate( --at-once)?|replace-lost-record-key|)$/.test(line)) throw new CommandError(`${line}: not understood`)
  return { asked: line, isJson: typed.includes('--json') }
})

await withDatabase(async (database, _, now) => {
  const keys = await Keys.open(database, now)
  if (asked.startsWith('rotate')) {
    await keys.rotate({ atOnce: asked.endsWith('--at-once') })
    await database.transaction(rotateRecordKey)
  } else if (asked) await replaceLost(database)
  const listed = [...keys.list(), ...(await recordKeys(database))]
  if (isJson) return void process.stdout.write(`${JSON.stringify(listed, null, 2)}\n`)
  const widest = Math.max(...Object.keys(purposes).map(purpose => purpose.length))
  for (const { purpose, keyId, state, signsFrom } of listed)
    process.stdout.write(
      `${purpose.padEnd(widest)}  ${state.padEnd('accepted'.length)}  from ${signsFrom.toISOString()}  ${keyId}\n`,
    )
})

/** The key that signs the record: one row, or none if the key was lost. */
async function recordKeys({ db }: Database) {
  const rows = await db.selectFrom('record_key').select(['key_id', 'made_at']).orderBy('made_at', 'desc').execute()
  return rows.map(({ key_id, made_at }) => ({ purpose: 'record', keyId: key_id, state: 'signs', signsFrom: made_at }))
}

async function replaceLost(database: Database) {
  const isThere = (await recordKeys(database)).length > 0
  if (isThere) throw new CommandError('The key of the record is there: finlist keys rotate has another follow it.')
  await database.transaction(replaceLostRecordKey)
}
