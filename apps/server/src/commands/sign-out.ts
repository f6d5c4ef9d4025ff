import { signOutEverywhere } from '../access/sign-out.ts'
import { signInAccount } from '../embedded-account.ts'
import { CommandError, withDatabase } from './connect.ts'
import { findByEmail } from './make-account.ts'
import { readTyped } from './typed.ts'

const usage = `finlist sign-out <email>

Ends every session of an account.`
const email = readTyped(usage, ([address, ...rest]) => {
  if (!address || rest.length > 0) throw new CommandError('give one e-mail address')
  return address
})

await withDatabase(async (database, config, now) => {
  const userId = await findByEmail(database, email)
  if (userId === undefined) throw new CommandError(`${email}: no such account`)
  const account = signInAccount(config, database)
  const ended = await database.write(tx =>
    signOutEverywhere(tx, account, { byUserId: null, aboutUserId: userId, reason: '', at: new Date(now()) }),
  )
  process.stdout.write(`${email}: signed out everywhere, ${ended} sessions ended\n`)
  if (!config.embeddedIdentity) process.stdout.write('End the sessions at the configured issuer too.\n')
})
