import * as z from 'zod/mini'
import { call } from './call.ts'

const mostPasskeys = 20
export const passkeyChallenge = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  allowCredentials: z
    .array(z.object({ id: z.string(), type: z.literal('public-key'), transports: z.optional(z.array(z.string())) }))
    .check(z.maxLength(mostPasskeys)),
})
export type PasskeyChallenge = z.output<typeof passkeyChallenge>

/**
 * How the caller can prove who they are for a call that needs a fresh sign-in. 'none': the sign-in service does not say
 * when it asked for credentials, so no sign-in through it is ever fresh.
 */
export const askStepUp = call({
  method: 'POST',
  path: '/users/user/step-up',
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.object({
    way: z.enum(['passkey', 'sign-in', 'none']),
    /** For the way 'passkey': the browser's part, and the sealed part that is sent back with the answer. */
    passkey: z.nullable(z.object({ challenge: passkeyChallenge, question: z.string() })),
  }),
})

const longest = 8_192

/** Makes the caller's sign-in fresh with one of their passkeys; the next access token says so. */
export const stepUpByPasskey = call({
  method: 'POST',
  path: '/users/user/step-up/passkey',
  needs: { right: 'signed-in', fresh: 'never' },
  body: z.object({
    question: z.string().check(z.maxLength(longest)),
    /** The browser's credential as JSON. */
    answer: z.string().check(z.maxLength(longest)),
  }),
})
