import { roles } from '@finlist/domain/plans/rights'
import * as z from 'zod/mini'
import { call } from './call.ts'

export const languages = ['en', 'zh'] as const
export const language = z.enum(languages)
export type Language = z.output<typeof language>

/** `{name}` in the specification: a person's name, set by the operator as key and label. */
export const referralKeys = [
  'facebook',
  'search',
  'googleAds',
  'memberReferral',
  'businessFocus',
  'presenter',
  'aiBook',
  'etNet',
  'youtube',
  'article',
  'email',
  'other',
] as const
export type ReferralKey = (typeof referralKeys)[number]

const flag = z._default(z.boolean(), false)
export const referral = z.object({
  facebook: flag,
  search: flag,
  googleAds: flag,
  memberReferral: flag,
  businessFocus: flag,
  presenter: flag,
  aiBook: flag,
  etNet: flag,
  youtube: flag,
  article: flag,
  email: flag,
  other: flag,
  otherInput: z.optional(z.string().check(z.trim(), z.maxLength(200))),
})

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
const email = z.string().check(z.trim(), z.maxLength(254), z.email())
const phoneNumber = z.string().check(z.maxLength(40))

export const user = call({
  method: 'GET',
  path: '/users/user',
  needs: 'signed-in',
  data: z.object({
    userId: z.number(),
    completeRegistration: z.boolean(),
    name: z.string(),
    nickname: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    phoneNumber: z.string(),
    language: z.nullable(language),
    referral: z.nullable(referral),
    roles: z.array(z.enum(roles)),
    /** What the person may do now; the server decides again on every call. */
    rights: z.array(z.string()),
  }),
})
export type User = z.output<(typeof user)['data']>

/** Keeps the language the person reads in. (The other fields come with My Account.) */
export const saveUser = call({ method: 'POST', path: '/users/user', needs: 'signed-in', body: z.object({ language }) })

export const completeRegistration = call({
  method: 'POST',
  path: '/users/complete-registration',
  needs: 'signed-in',
  body: z.object({ name, phoneNumber, referral, otherInput: z.optional(z.string().check(z.trim(), z.maxLength(200))) }),
})

/** Sends a six-digit code to the address. The answer is the same whatever became of it. */
export const startEmailProof = call({
  method: 'POST',
  path: '/users/verify-email/start',
  needs: 'signed-in',
  body: z.object({ email }),
})

/** A right code makes the address the person's own, proved e-mail. */
export const confirmEmailProof = call({
  method: 'POST',
  path: '/users/verify-email/confirm',
  needs: 'signed-in',
  body: z.object({ email, code: z.string().check(z.trim(), z.maxLength(12)) }),
})
