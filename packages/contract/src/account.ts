import { products } from '@finlist/domain/plans/catalogue'
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

const productIds = Object.keys(products).map(Number) as (keyof typeof products)[]

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
    /** When the account is erased, if the person asked for it; ISO 8601. */
    deletionAt: z.nullable(z.iso.datetime()),
    roles: z.array(z.enum(roles)),
    /** What the person may do now; the server decides again on every call. */
    rights: z.array(z.string()),
    /** A renewal that is not paid while it is tried again, and until when the plan is kept; the first to end. */
    pastDue: z.optional(
      z.object({ subscriptionId: z.string(), productId: z.literal(productIds), accessUntil: z.iso.datetime() }),
    ),
  }),
})
export type User = z.output<(typeof user)['data']>

/**
 * Changes one thing of the profile. A new e-mail address has to be proved first (`confirmEmailProof`); address and phone
 * need a fresh sign-in. `user_metadata.fin_phone_number` is international, spaces allowed.
 */
export const saveUser = call({
  method: 'POST',
  path: '/users/user',
  needs: 'signed-in',
  body: z
    .object({
      nickname: z.optional(name),
      email: z.optional(email),
      user_metadata: z.optional(z.object({ fin_phone_number: phoneNumber })),
      language: z.optional(language),
    })
    .check(z.refine(given => Object.values(given).filter(value => value !== undefined).length === 1)),
})

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

/**
 * A right code makes the address the person's own while they register; afterwards `saveUser` with the address makes the
 * change, within ten minutes.
 */
export const confirmEmailProof = call({
  method: 'POST',
  path: '/users/verify-email/confirm',
  needs: 'signed-in',
  body: z.object({ email, code: z.string().check(z.trim(), z.maxLength(12)) }),
})

const notificationSwitches = z.object({ marketingNotifications: z.boolean(), productNotifications: z.boolean() })
export type NotificationSwitches = z.output<typeof notificationSwitches>

export const notificationPreferences = call({
  method: 'GET',
  path: '/users/user/marketing/notifications',
  needs: 'signed-in',
  data: notificationSwitches,
})

/** Turns the switch to the value given, or to the other one; answers both. */
export const toggleMarketing = call({
  method: 'POST',
  path: '/users/user/marketing/toggle',
  needs: 'signed-in',
  body: z.object({ marketingNotifications: z.optional(z.boolean()) }),
  data: notificationSwitches,
})
export const toggleMarketingByGet = call({
  method: 'GET',
  path: '/users/user/marketing/toggle',
  needs: 'signed-in',
  changes: true,
  data: notificationSwitches,
})

export const toggleProduct = call({
  method: 'POST',
  path: '/users/user/notification/toggle',
  needs: 'signed-in',
  body: z.object({ productNotifications: z.optional(z.boolean()) }),
  data: notificationSwitches,
})
export const toggleProductByGet = call({
  method: 'GET',
  path: '/users/user/notification/toggle',
  needs: 'signed-in',
  changes: true,
  data: notificationSwitches,
})

/** Everything held about the person, one list of rows a table, without secrets. */
export const exportPersonalData = call({
  method: 'GET',
  path: '/users/user/export',
  needs: 'signed-in',
  plain: true,
  data: z.record(z.string(), z.unknown()),
})

/** Erases the account in seven days. Needs a fresh sign-in. */
export const deleteAccount = call({
  method: 'POST',
  path: '/users/user/delete',
  needs: 'signed-in',
  data: z.object({ deletionAt: z.iso.datetime() }),
})
export const keepAccount = call({ method: 'POST', path: '/users/user/delete/cancel', needs: 'signed-in' })
