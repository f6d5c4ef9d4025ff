import { signOutEverywhere } from '../auth/sign-out.ts'
import { signInAccount } from '../boot/embedded-account.ts'
import { CommandError, withDatabase } from './connect.ts'
import { assertNamed, findPerson, personNamed } from './find-person.ts'
import { readTyped } from './typed.ts'

const usage = `finlist sign-out ${personNamed}

Ends every session of an account.`
const named = readTyped(usage, ([person, ...rest]) => {
  if (rest.length > 0) throw new CommandError('give one e-mail address or account number')
  assertNamed(person)
  return person
})

await withDatabase(async (database, config, now) => {
  const userId = await findPerson(database, named)
  const account = signInAccount(config, database)
  const ended = await database.write(tx =>
    signOutEverywhere(tx, account, { byUserId: null, aboutUserId: userId, reason: '', at: new Date(now()) }),
  )
  process.stdout.write(`${named}: signed out everywhere, ${ended} sessions ended\n`)
  if (!config.embeddedIdentity) process.stdout.write('End the sessions at the configured issuer too.\n')
})
