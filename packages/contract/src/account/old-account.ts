import * as z from 'zod/mini'
import { call } from '../call.ts'
import { passkeyChallenge } from './step-up.ts'

/** A recent sign-in is required, because joining accounts changes how the user signs in. */
const needs = { right: 'signed-in', fresh: 'always' } as const

/**
 * The caller's account from before the identity provider changed. Null unless exactly these two accounts have verified
 * the same address. `password`, `appCode` and `passkey` say how the caller can prove that the older account is theirs;
 * if all are false, they cannot prove it here.
 */
export const oldAccount = call({
  method: 'GET',
  path: '/users/user/old-account',
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.nullable(
    z.object({
      openedAt: z.iso.datetime(),
      password: z.boolean(),
      /** Whether the password must be sent with a code from the authenticator app. */
      appCode: z.boolean(),
      passkey: z.boolean(),
    }),
  ),
})
export type OldAccount = NonNullable<z.output<(typeof oldAccount)['data']>>

/** Requests a passkey challenge for the older account. 404 if there is no such account, or if it has no passkey. */
export const askOldPasskey = call({
  method: 'POST',
  path: '/users/user/old-account/passkey',
  needs,
  data: z.object({ challenge: passkeyChallenge, question: z.string() }),
})

const longest = 8_192

/**
 * Joins the caller's older account with the current one. The request proves that the older account is theirs; the proof
 * is not stored. If the caller's session belongs to the account that is removed, the session ends.
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
