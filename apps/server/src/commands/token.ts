import { Sessions } from '../access/sessions.ts'
import { Tokens } from '../access/tokens.ts'
import { Keys } from '../db/keys.ts'
import { CommandError, withDatabase } from './connect.ts'
import { findByEmail } from './make-account.ts'
import { readTyped } from './typed.ts'

const usage = `finlist token <email>

Signs an account in and prints an access token for programs.`
const email = readTyped(usage, ([address, ...rest]) => {
  if (!address || rest.length > 0) throw new CommandError('give one e-mail address')
  return address
})

await withDatabase(async (database, _, now) => {
  const userId = await findByEmail(database, email)
  if (userId === undefined) throw new CommandError(`${email}: no such account (finlist user ${email} makes one)`)
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
