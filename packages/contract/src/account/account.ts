import { products } from '@finlist/domain/plans/products'
import { roles } from '@finlist/domain/plans/roles'
import { languageIds } from '@finlist/i18n/languages'
import * as z from 'zod/mini'
import { call } from '../call.ts'

export const language = z.enum(languageIds)
/** The colour of rising prices; `market` uses the convention of each market. */
export const risingPrices = z.enum(['market', 'green', 'red'])
export type RisingPrices = z.output<typeof risingPrices>

/**
 * The ways in which a user may have heard of FinList. The labels may contain `{name}`, which the operator configures.
 */
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

/** The caller's profile, roles and rights. */
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
    /** The time when the account will be erased, if the user has requested that; otherwise null. */
    deletionAt: z.nullable(z.iso.datetime()),
    roles: z.array(z.enum(roles)),
    /** The user's current rights, for display only, because the server checks the right for every call. */
    rights: z.array(z.string()),
    /** The server's version; only staff receive it. */
    version: z.optional(z.string()),
    /** True if the user has an older account that can be joined with this one (see `oldAccount`). */
    hasOldAccount: z.optional(z.boolean()),
    /** True until a new user dismisses the first steps (see `firstSteps`). */
    isNew: z.optional(z.boolean()),
    /**
     * The past-due renewal whose plan ends first, and the time until which the plan continues while the payment is
     * retried.
     */
    pastDue: z.optional(
      z.object({ subscriptionId: z.string(), productId: z.literal(productIds), accessUntil: z.iso.datetime() }),
    ),
  }),
})
export type User = z.output<(typeof user)['data']>
