import { Keys, purposes } from '../db/keys.ts'
import { CommandError, withDatabase } from './connect.ts'

const [action, flag, ...rest] = process.argv.slice(2)

await withDatabase(async (database, _, now) => {
  const known = action === undefined || (action === 'rotate' && (flag === undefined || flag === '--at-once'))
  if (!known || rest.length > 0) throw new CommandError('npm run keys -- [rotate [--at-once]]')
  const keys = await Keys.open(database, now)
  if (action === 'rotate') await keys.rotate({ atOnce: flag === '--at-once' })
  const widest = Math.max(...Object.keys(purposes).map(purpose => purpose.length))
  for (const { purpose, keyId, state, signsFrom } of keys.list())
    process.stdout.write(
      `${purpose.padEnd(widest)}  ${state.padEnd('accepted'.length)}  from ${signsFrom.toISOString()}  ${keyId}\n`,
    )
})
