import * as z from 'zod/mini'
import { call } from '../call.ts'
import { plainName } from '../plain-name.ts'
import { language, risingPrices } from './account.ts'

export const name = plainName(100)
export const email = z.string().check(z.trim(), z.maxLength(254), z.email())
/** The path of Today, of a market's list, or of a watchlist; empty for the list of the market viewed last. */
const startPage = z.string().check(z.regex(/^(\/today|\/finlist-[a-z]{2}|\/watchlist\?list=\d{1,15})?$/))
export const phoneNumber = z.string().check(z.maxLength(40))

/**
 * Changes one field of the caller's profile. A new e-mail address must be verified first (`startEmailProof`,
 * `confirmEmailProof`). `user_metadata.fin_phone_number` is in international format, with or without spaces.
 */
export const saveUser = call({
  method: 'POST',
  path: '/users/user',
  needs: { right: 'signed-in', fresh: 'conditional' },
  body: z
    .object({
      nickname: z.optional(name),
      email: z.optional(email),
      user_metadata: z.optional(z.object({ fin_phone_number: phoneNumber })),
      language: z.optional(language),
      risingPrices: z.optional(risingPrices),
      startPage: z.optional(startPage),
    })
    .check(z.refine(given => Object.values(given).filter(value => value !== undefined).length === 1)),
})
