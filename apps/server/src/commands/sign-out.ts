import { signOutEverywhere } from '../access/sign-out.ts'
import { signInAccount } from '../embedded-account.ts'
import { CommandError, withDatabase } from './connect.ts'
import { findByEmail } from './make-account.ts'

const [email, ...rest] = process.argv.slice(2)

await withDatabase(async (database, config, now) => {
  if (!email || rest.length > 0) throw new CommandError('npm run sign-out -- <email>')
  const userId = await findByEmail(database, email)
  if (userId === undefined) throw new CommandError(`${email}: no such account`)
  const account = signInAccount(config, database)
  const ended = await database.write(tx =>
    signOutEverywhere(tx, account, { byUserId: null, aboutUserId: userId, reason: '', at: new Date(now()) }),
  )
  process.stdout.write(`${email}: signed out everywhere, ${ended} sessions ended\n`)
  if (!config.embeddedIdentity) process.stdout.write('End the sessions at the configured issuer too.\n')
})
