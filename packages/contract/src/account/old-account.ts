import * as z from 'zod/mini'
import { call } from '../call.ts'
import { passkeyChallenge } from './step-up.ts'

/** Needs a recent sign-in: joining changes how the person signs in. */
const needs = { right: 'signed-in', fresh: 'always' } as const

/**
 * The caller's account from before the identity provider changed; null unless both accounts, and no third one, have
 * verified the same address. The flags say how the caller can prove that the older account is theirs; if all are false,
 * they cannot do so here.
 */
export const oldAccount = call({
  method: 'GET',
  path: '/users/user/old-account',
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.nullable(
    z.object({
      openedAt: z.iso.datetime(),
      password: z.boolean(),
      /** The password also needs a code from the authenticator app. */
      appCode: z.boolean(),
      passkey: z.boolean(),
    }),
  ),
})
export type OldAccount = NonNullable<z.output<(typeof oldAccount)['data']>>

/** Requests a passkey challenge for the older account. */
export const askOldPasskey = call({
  method: 'POST',
  path: '/users/user/old-account/passkey',
  needs,
  data: z.object({ challenge: passkeyChallenge, question: z.string() }),
})

const longest = 8_192

/**
 * Joins the caller's older account with the current one. The proof of the older account is part of the request and is
 * not stored. Ends the caller's session if it belongs to the account that is removed.
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
