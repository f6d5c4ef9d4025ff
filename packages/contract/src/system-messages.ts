import * as z from 'zod/mini'
import { call } from './call.ts'
import { isoDate } from './finlist.ts'
import { inBoth } from './messages.ts'
import { messageTargets } from './staff/message-targets.ts'

const messageText = z.string().check(z.trim(), z.minLength(1), z.maxLength(500))

/** Shows a message to the target group until the end of `expiryDate` in Hong Kong, or until the given instant. */
export const createSystemMessage = call({
  method: 'POST',
  path: '/admin/data/system-notifications',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({
    expiryDate: z.union([isoDate, z.iso.datetime({ offset: true })]),
    messageEn: messageText,
    messageZh: messageText,
    target: z.enum(messageTargets),
  }),
  data: z.object({ systemMessageId: z.number() }),
})

export const messagesPerPage = 20

/**
 * All messages, newest first, including those that expired within the last 90 days. The author is null once their
 * account is erased.
 */
export const listSystemMessages = call({
  method: 'GET',
  path: '/admin/data/system-notifications',
  topics: ['messages'],
  needs: { right: 'staff', fresh: 'never' },
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
export type SentMessage = z.output<(typeof listSystemMessages)['data']>['messages'][number]

/** Withdraws a message: clients no longer show it after their next poll. Has no effect on an expired message. */
export const withdrawSystemMessage = call({
  method: 'POST',
  path: '/admin/data/system-notifications/:systemMessageId/withdraw',
  needs: { right: 'staff', fresh: 'never' },
  params: z.object({
    systemMessageId: z.coerce.number().check(z.int(), z.positive(), z.maximum(Number.MAX_SAFE_INTEGER)),
  }),
})
