import { Sessions } from '../auth/sessions.ts'
import { Tokens } from '../auth/tokens.ts'
import { Keys } from '../db/keys.ts'
import { CommandError, withDatabase } from './connect.ts'
import { assertNamed, findPerson, personNamed } from './find-person.ts'
import { readTyped } from './typed.ts'

const usage = `finlist token ${personNamed}

Signs an account in and prints an access token for programs.`
const named = readTyped(usage, ([person, ...rest]) => {
  if (rest.length > 0) throw new CommandError('give one e-mail address or account number')
  assertNamed(person)
  return person
})

await withDatabase(async (database, _, now) => {
  const userId = await findPerson(database, named)
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
