import { exchangeIds } from '@finlist/domain/markets'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeParams, isoDate } from './finlist.ts'

export const messageTargets = ['ALL', 'PAID', 'SUNDAY_CLUB', ...exchangeIds] as const
export type MessageTarget = (typeof messageTargets)[number]
const suffix = z.enum(messageTargets.slice(1) as Exclude<MessageTarget, 'ALL'>[])

const inBoth = z.object({ en: z.string(), zh: z.string() })
const systemMessages = z.array(z.object({ systemMessageId: z.number(), message: inBoth }))
export type SystemMessage = z.output<typeof systemMessages>[number]

/** What everybody is told at the moment. */
export const messagesForAll = call({
  method: 'GET',
  path: '/status/notifications',
  needs: 'signed-in',
  data: systemMessages,
})

/** What the holders of the target's right are told at the moment. */
export const messagesForTarget = call({
  method: 'GET',
  path: '/status/notifications/:target',
  needs: ({ target }) => `notifications:${target}` as const,
  params: z.object({ target: suffix }),
  data: systemMessages,
})

const messageText = z.string().check(z.trim(), z.minLength(1), z.maxLength(500))

/** Tells the target until the end of `expiryDate` in Hong Kong, or until the instant given. */
export const createSystemMessage = call({
  method: 'POST',
  path: '/admin/data/system-notifications',
  needs: 'staff',
  body: z.object({
    expiryDate: z.union([isoDate, z.iso.datetime({ offset: true })]),
    messageEn: messageText,
    messageZh: messageText,
    target: z.enum(messageTargets),
  }),
  data: z.object({ systemMessageId: z.number() }),
})

export const messagesPerPage = 20

/** Everything that was said, newest first, until 90 days after its expiry; who wrote it is null once they are erased. */
export const listSystemMessages = call({
  method: 'GET',
  path: '/admin/data/system-notifications',
  needs: 'staff',
  query: z.object({ page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000))) }),
  data: z.object({
    total: z.number(),
    messages: z.array(
      z.object({
        systemMessageId: z.number(),
        target: z.enum(messageTargets),
        message: inBoth,
        by: z.nullable(z.string()),
        createdAt: z.iso.datetime(),
        expiresAt: z.iso.datetime(),
        state: z.enum(['showing', 'expired', 'withdrawn']),
        withdrawnAt: z.nullable(z.iso.datetime()),
        withdrawnBy: z.nullable(z.string()),
      }),
    ),
  }),
})
export type SaidMessage = z.output<(typeof listSystemMessages)['data']>['messages'][number]

/** Everybody stops seeing it with their next poll. One that is over already stays as it is. */
export const withdrawSystemMessage = call({
  method: 'POST',
  path: '/admin/data/system-notifications/:systemMessageId/withdraw',
  needs: 'staff',
  params: z.object({
    systemMessageId: z.coerce.number().check(z.int(), z.positive(), z.maximum(Number.MAX_SAFE_INTEGER)),
  }),
})

/** When the market's trend was last published, ISO 8601 with zone; null when it never was. */
export const marketTrendLastUpdated = call({
  method: 'GET',
  path: '/markettrend/:exchange/last-updated',
  needs: 'signed-in',
  params: exchangeParams,
  data: z.nullable(z.iso.datetime()),
})

/** ms since the epoch; 0 when there never was one. */
export const sundayClubLastUpdated = call({
  method: 'GET',
  path: '/education/sunday-club/last-updated',
  needs: 'signed-in',
  data: z.number(),
})
export const videosLastUpdated = call({
  method: 'GET',
  path: '/education/videos/last-updated',
  needs: 'signed-in',
  data: z.number(),
})
