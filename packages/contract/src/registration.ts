import * as z from 'zod/mini'
import { referral } from './account.ts'
import { call } from './call.ts'
import { email, name, phoneNumber } from './profile.ts'

export const completeRegistration = call({
  method: 'POST',
  path: '/users/complete-registration',
  needs: { right: 'signed-in', fresh: 'conditional' },
  body: z.object({ name, phoneNumber, referral, otherInput: z.optional(z.string().check(z.trim(), z.maxLength(200))) }),
})

/** Sends a six-digit code to the address. The answer does not depend on the outcome. */
export const startEmailProof = call({
  method: 'POST',
  path: '/users/verify-email/start',
  needs: { right: 'signed-in', fresh: 'conditional' },
  body: z.object({ email }),
})

/**
 * A correct code makes the address the person's own during registration; later, calling `saveUser` with the address
 * within ten minutes applies the change.
 */
export const confirmEmailProof = call({
  method: 'POST',
  path: '/users/verify-email/confirm',
  needs: { right: 'signed-in', fresh: 'never' },
  body: z.object({ email, code: z.string().check(z.trim(), z.maxLength(12)) }),
})
