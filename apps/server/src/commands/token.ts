import { Sessions } from '../access/sessions.ts'
import { Tokens } from '../access/tokens.ts'
import { Keys } from '../db/keys.ts'
import { CommandError, withDatabase } from './connect.ts'
import { findByEmail } from './make-account.ts'

const [email] = process.argv.slice(2)

await withDatabase(async (database, _, now) => {
  if (!email) throw new CommandError('npm run -s token -- <email>')
  const userId = await findByEmail(database, email)
  if (userId === undefined) throw new CommandError(`${email}: no such account (npm run user -- ${email} makes one)`)
  const keys = await Keys.open(database, now)
  const session = await database.write(tx =>
    new Sessions(database, now).begin(tx, { userId, authTime: now(), client: 'command-line', idToken: null }),
  )
  const token = await new Tokens(() => keys.keyRing('access-token'), now, Date.now).mint({
    ...session,
    commandLine: true,
  })
  process.stdout.write(`${token}\n`)
})
