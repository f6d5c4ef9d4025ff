import type { Language, saveUser } from '@finlist/contract/account'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type * as z from 'zod/mini'
import { assertFresh } from '../../access/fresh.ts'
import type { SignInAccount } from '../../access/sign-in-account.ts'
import type { Database } from '../../db/database.ts'
import { Refused } from '../../http/refusals.ts'
import { say } from '../../http/say.ts'
import type { Caller } from '../../http/serve.ts'
import type { Message } from '../../post/post.ts'
import { changeUser, readUser, takeProvedEmail } from './store.ts'

type Change = z.output<(typeof saveUser)['body']>
type Parts = {
  database: Database
  account: SignInAccount
  brand: string
  send: (message: Message) => Promise<void>
  now: () => number
}

/** Changes the one thing given: the name, the language, the phone, or the address that was proved before. */
export async function changeProfile(
  { database, account, brand, send, now }: Parts,
  caller: Caller,
  { nickname, language, user_metadata, email }: Change,
  said: Language,
) {
  const { userId } = caller
  if (nickname !== undefined) return await database.write(tx => changeUser(tx, userId, { name: nickname }))
  if (language !== undefined) return await database.write(tx => changeUser(tx, userId, { language }))
  assertFresh(caller, now())
  if (user_metadata !== undefined) {
    const phone = readPhone(user_metadata.fin_phone_number)
    await account.changePhone(userId, phone)
    return await database.write(tx => changeUser(tx, userId, { phone }))
  }
  const before = await readUser(database.db, userId)
  await database.write(async tx => {
    if (!(await takeProvedEmail(tx, userId, email!, new Date(now()))))
      throw new Refused('email-unproved', { field: 'email', code: 'email_unproved' })
    await account.adoptEmail(userId, email!)
    await changeUser(tx, userId, { email: email!, email_proved_at: new Date(now()) })
  })
  await send({
    channel: 'email',
    to: before.email,
    subject: say(before.language ?? said, 'mail.email-changed.subject', { brand }),
    body: say(before.language ?? said, 'mail.email-changed.body', { brand, email: email! }),
  })
}

/** E.164. Spaces are nothing; the country code is needed. */
export function readPhone(given: string): string {
  const phone = parsePhoneNumberFromString(given.replace(/\s/g, ''))
  if (!phone?.isValid() || !given.trim().startsWith('+')) throw new Refused('invalid-phone', { field: 'phoneNumber' })
  return phone.number
}
