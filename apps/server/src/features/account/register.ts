import { referralKeys } from '@finlist/contract/account/account'
import { type completeRegistration } from '@finlist/contract/account/registration'
import { type Language } from '@finlist/i18n/languages'
import type * as z from 'zod/mini'
import { BadRequest } from '../../http/client-errors.ts'
import type { Caller } from '../../http/serve.ts'
import { type ProfileParts, readPhone, takePhone } from './change-profile.ts'
import { readUser, saveRegistration } from './store.ts'

type Registration = z.output<(typeof completeRegistration)['body']>

/** Completes the registration or corrects a completed one. Repeats all of the browser's validation. */
export async function register(parts: ProfileParts, caller: Caller, given: Registration, requestLanguage: Language) {
  const { database, now } = parts
  const phone = readPhone(given.phoneNumber)
  if (!referralKeys.some(key => given.referral[key])) throw new BadRequest('referral-missing', { field: 'referral' })
  const otherInput = given.referral.otherInput || given.otherInput || ''
  if (given.referral.other && !otherInput) throw new BadRequest('referral-other', { field: 'otherInput' })
  const user = await readUser(database.db, caller.userId)
  if (!user.email_proved_at) throw new BadRequest('email-unproved', { field: 'email', code: 'email_unproved' })
  if (user.registered_at !== null) await takePhone(parts, user, phone, requestLanguage)
  const referral = { ...given.referral, otherInput: given.referral.other ? otherInput : '' }
  await database.write(tx =>
    saveRegistration(tx, caller.userId, {
      name: given.name,
      phone,
      referral,
      at: user.registered_at ?? new Date(now()),
    }),
  )
}
