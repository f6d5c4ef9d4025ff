import { products } from '@finlist/domain/plans/products'
import { roles } from '@finlist/domain/plans/roles'
import { languageIds } from '@finlist/i18n/languages'
import * as z from 'zod/mini'
import { call } from '../call.ts'

export const language = z.enum(languageIds)
/** The colour of rising prices; `market` uses each market's convention. */
export const risingPrices = z.enum(['market', 'green', 'red'])
export type RisingPrices = z.output<typeof risingPrices>

/** How the person heard of FinList. The labels may contain `{name}`, which the operator configures. */
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
const flags = Object.fromEntries(referralKeys.map(key => [key, flag])) as Record<ReferralKey, typeof flag>
export const referral = z.object({
  ...flags,
  otherInput: z.optional(z.string().check(z.trim(), z.maxLength(200))),
})

const productIds = Object.keys(products).map(Number) as (keyof typeof products)[]

export const user = call({
  method: 'GET',
  path: '/users/user',
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.object({
    userId: z.number(),
    completeRegistration: z.boolean(),
    name: z.string(),
    nickname: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    phoneNumber: z.string(),
    language: z.nullable(language),
    risingPrices: z.nullable(risingPrices),
    startPage: z.nullable(z.string()),
    referral: z.nullable(referral),
    /** When the account will be erased, if the person has requested that; ISO 8601. */
    deletionAt: z.nullable(z.iso.datetime()),
    roles: z.array(z.enum(roles)),
    /** The person's current rights, for display only: the server checks every call. */
    rights: z.array(z.string()),
    /** The server's version, sent only to staff. */
    version: z.optional(z.string()),
    /** The person has an older account that can be joined with this one (`oldAccount`). */
    hasOldAccount: z.optional(z.boolean()),
    /** The past-due renewal whose plan ends first, and until when the plan is kept while payment is retried. */
    pastDue: z.optional(
      z.object({ subscriptionId: z.string(), productId: z.literal(productIds), accessUntil: z.iso.datetime() }),
    ),
  }),
})
export type User = z.output<(typeof user)['data']>
