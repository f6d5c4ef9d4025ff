import { audit } from '../db/audit.ts'
import { embeddedAccount, outsideAccount } from '../embedded-account.ts'
import { CommandError, withDatabase } from './connect.ts'
import { findByEmail } from './make-account.ts'

const [email, ...rest] = process.argv.slice(2)

await withDatabase(async (database, config) => {
  if (!email || rest.length > 0) throw new CommandError('npm run sign-out -- <email>')
  const userId = await findByEmail(database, email)
  if (userId === undefined) throw new CommandError(`${email}: no such account`)
  // The provider's first: with one of those left, a browser would begin a session of ours again.
  await (config.embeddedIdentity ? embeddedAccount(database) : outsideAccount).signOut(userId)
  const ended = await database.write(async tx => {
    const gone = await tx.deleteFrom('session').where('user_id', '=', userId).executeTakeFirst()
    await audit(tx, {
      byUserId: null,
      aboutUserId: userId,
      action: 'signed-out',
      facts: {},
      reason: '',
      at: new Date(),
    })
    return gone.numDeletedRows
  })
  process.stdout.write(`${email}: signed out everywhere, ${ended} sessions ended\n`)
  if (!config.embeddedIdentity) process.stdout.write('End the sessions at the configured issuer too.\n')
})
