import type { saveUser } from '@finlist/contract/account/profile'
import { type Language } from '@finlist/i18n/languages'
import type * as z from 'zod/mini'
import type { Sessions } from '../../auth/sessions.ts'
import type { SignInAccount } from '../../auth/sign-in-account.ts'
import type { Database, Tx } from '../../db/database.ts'
import { BadRequest } from '../../http/client-errors.ts'
import type { Caller } from '../../http/serve.ts'
import type { SendNotice } from '../../notifications/messenger.ts'
import { parsePhone } from '../../notifications/phone-numbers.ts'
import { changeUser, readUser, takeProvedEmail } from './store.ts'

type Given = z.output<(typeof saveUser)['body']>
type User = Awaited<ReturnType<typeof readUser>>
export type ProfileParts = {
  database: Database
  sessions: Sessions
  account: SignInAccount
  send: SendNotice
  now: () => number
}

/** Whether the change concerns the e-mail address or phone number, which are used to sign in. */
export const changesWayIn = ({ email, user_metadata }: Given) => email !== undefined || user_metadata !== undefined

/**
 * Changes the single given field: name, language, colour of rising prices, start page, phone number, or e-mail address,
 * which must already be verified.
 */
export async function changeProfile(
  parts: ProfileParts,
  caller: Caller,
  { nickname, language, risingPrices, startPage, user_metadata, email }: Given,
  requestLanguage: Language,
) {
  const { database } = parts
  const { userId } = caller
  if (nickname !== undefined) return await database.write(tx => changeUser(tx, userId, { name: nickname }))
  if (language !== undefined) return await database.write(tx => changeUser(tx, userId, { language }))
  if (risingPrices !== undefined)
    return await database.write(tx => changeUser(tx, userId, { rising_prices: risingPrices }))
  if (startPage !== undefined) return await database.write(tx => changeUser(tx, userId, { start_page: startPage }))
  const user = await readUser(database.db, userId)
  if (user_metadata !== undefined)
    return await takePhone(parts, user, readPhone(user_metadata.fin_phone_number), requestLanguage)
  await takeEmail(parts, caller, user, email!, requestLanguage)
}

/**
 * Changes the phone number and notifies the user. The new number cannot be used to sign in until it is verified. Does
 * nothing if the number is the same.
 */
export async function takePhone(
  { database, account, send }: ProfileParts,
  user: User,
  phone: string,
  requestLanguage: Language,
) {
  if (phone === user.phone) return
  await account.changePhone(user.user_id, phone)
  const language = user.language ?? requestLanguage
  await database.write(async tx => {
    await changeUser(tx, user.user_id, { phone })
    const values = { ending: phone.slice(-4) }
    await send(tx, user.phone ? 'phone-changed' : 'phone-added', {
      to: user.email,
      language,
      values,
      userId: user.user_id,
    })
  })
}

/** Makes the new address the sign-in address, signs out all other browsers, and notifies both addresses. */
async function takeEmail(
  { database, sessions, account, send, now }: ProfileParts,
  caller: Caller,
  user: User,
  email: string,
  requestLanguage: Language,
) {
  await database.write(async tx => {
    if (!(await takeProvedEmail(tx, user.user_id, email, new Date(now()))))
      throw new BadRequest('email-unproved', { field: 'email', code: 'email_unproved' })
    await account.adoptEmail(user.user_id, email)
    await account.signOut(user.user_id)
    await changeUser(tx, user.user_id, { email, email_proved_at: new Date(now()) })
    await sessions.endOthers(caller, tx)
    await tellOfEmail(tx, send, user, email, requestLanguage)
  })
}

export async function tellOfEmail(
  tx: Tx,
  send: SendNotice,
  before: Pick<User, 'user_id' | 'email' | 'language'>,
  email: string,
  requestLanguage: Language,
) {
  const language = before.language ?? requestLanguage
  for (const to of new Set([before.email, email]))
    if (to)
      await send(tx, 'email-changed', {
        to,
        language,
        values: { email },
        ...(to === email && { userId: before.user_id }),
      })
}

/** Parses a phone number as E.164. Spaces are ignored; the country code is required. */
export function readPhone(given: string): string {
  const phone = parsePhone(given.replace(/\s/g, ''))
  if (!phone?.isValid() || !given.trim().startsWith('+'))
    throw new BadRequest('invalid-phone', { field: 'phoneNumber' })
  return phone.number
}
