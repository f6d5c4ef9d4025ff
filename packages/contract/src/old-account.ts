import * as z from 'zod/mini'
import { call } from './call.ts'
import { passkeyChallenge } from './step-up.ts'

/** Needs a recent sign-in: joining changes how the person signs in. */
const needs = { right: 'signed-in', fresh: 'always' } as const

/**
 * The caller's older account from before the sign-in service changed; null unless both accounts have proved the same
 * address and no third one has. The flags say how the caller can prove the older account; all false: it cannot be
 * proved here.
 */
export const oldAccount = call({
  method: 'GET',
  path: '/users/user/old-account',
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.nullable(
    z.object({
      openedAt: z.iso.datetime(),
      password: z.boolean(),
      /** The password needs a code of the authenticator app as well. */
      appCode: z.boolean(),
      passkey: z.boolean(),
    }),
  ),
})
export type OldAccount = NonNullable<z.output<(typeof oldAccount)['data']>>

/** Asks for a passkey of the older account. */
export const askOldPasskey = call({
  method: 'POST',
  path: '/users/user/old-account/passkey',
  needs,
  data: z.object({ challenge: passkeyChallenge, question: z.string() }),
})

const longest = 8_192

/**
 * Joins the caller's older account with the one that they are signed in to. The proof of the older account comes in the
 * same request and is not kept. Ends the caller's session if it belongs to the account that is removed.
 */
export const joinOldAccount = call({
  method: 'POST',
  path: '/users/user/old-account/join',
  needs,
  body: z.object({
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    /** From the authenticator app. */
    code: z.optional(z.string().check(z.maxLength(20))),
    passkey: z.optional(
      z.object({
        question: z.string().check(z.maxLength(longest)),
        /** The browser's credential as JSON. */
        answer: z.string().check(z.maxLength(longest)),
      }),
    ),
  }),
})
