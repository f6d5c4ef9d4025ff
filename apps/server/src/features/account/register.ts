import { referralKeys } from '@finlist/contract/account'
import { type completeRegistration } from '@finlist/contract/registration'
import type * as z from 'zod/mini'
import type { Database } from '../../db/database.ts'
import { Refused } from '../../http/refusals.ts'
import { readPhone } from './change-profile.ts'
import { readUser, saveRegistration } from './store.ts'

type Registration = z.output<(typeof completeRegistration)['body']>

/** Finishes the registration, or corrects one that was finished: the same checks as in the browser, decided here. */
export async function register(database: Database, userId: number, given: Registration, now: Date) {
  const phone = readPhone(given.phoneNumber)
  if (!referralKeys.some(key => given.referral[key])) throw new Refused('referral-missing', { field: 'referral' })
  const otherInput = given.referral.otherInput || given.otherInput || ''
  if (given.referral.other && !otherInput) throw new Refused('referral-other', { field: 'otherInput' })
  const user = await readUser(database.db, userId)
  if (!user.email_proved_at) throw new Refused('email-unproved', { field: 'email', code: 'email_unproved' })
  const referral = { ...given.referral, otherInput: given.referral.other ? otherInput : '' }
  await database.write(tx =>
    saveRegistration(tx, userId, { name: given.name, phone, referral, at: user.registered_at ?? now }),
  )
}
