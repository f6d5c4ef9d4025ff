import * as z from 'zod/mini'
import { call } from '../call.ts'

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
 * The way in which the caller can make their sign-in fresh: by a `passkey`, or by a new `sign-in`. `none`: the identity
 * provider does not report when it last asked for credentials, so a sign-in through it is never fresh.
 */
export const askStepUp = call({
  method: 'POST',
  path: '/users/user/step-up',
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.object({
    way: z.enum(['passkey', 'sign-in', 'none']),
    /**
     * For `passkey`: the challenge for the browser, and the sealed state to send back with its answer. Otherwise null.
     */
    passkey: z.nullable(z.object({ challenge: passkeyChallenge, question: z.string() })),
  }),
})

const longest = 8_192

/**
 * Makes the sign-in fresh with one of the caller's passkeys. The next access token contains the new time. Responds 400,
 * code `passkey_refused`, if the passkey is not accepted.
 */
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
