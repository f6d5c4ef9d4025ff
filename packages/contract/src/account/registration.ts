import * as z from 'zod/mini'
import { call } from '../call.ts'
import { referral } from './account.ts'
import { email, name, phoneNumber } from './profile.ts'

/** Completes the caller's registration with their name, phone number, and how they heard of us. */
export const completeRegistration = call({
  method: 'POST',
  path: '/users/complete-registration',
  needs: { right: 'signed-in', fresh: 'conditional' },
  body: z.object({ name, phoneNumber, referral, otherInput: z.optional(z.string().check(z.trim(), z.maxLength(200))) }),
})

/** Sends a six-digit code to an e-mail address. The response does not reveal whether it was sent. */
export const startEmailProof = call({
  method: 'POST',
  path: '/users/verify-email/start',
  needs: { right: 'signed-in', fresh: 'conditional' },
  body: z.object({ email }),
})

/**
 * Confirms the address with the code. During registration this sets the user's address. At any other time, the user
 * can then change to the address with `saveUser` within ten minutes.
 */
export const confirmEmailProof = call({
  method: 'POST',
  path: '/users/verify-email/confirm',
  needs: { right: 'signed-in', fresh: 'never' },
  body: z.object({ email, code: z.string().check(z.trim(), z.maxLength(12)) }),
})
