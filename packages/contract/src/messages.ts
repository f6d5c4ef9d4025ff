import * as z from 'zod/mini'
import { call } from './call.ts'
import { type MessageTarget, messageTargets } from './staff/message-targets.ts'

const suffix = z.enum(messageTargets.slice(1) as Exclude<MessageTarget, 'ALL'>[])

export const inBoth = z.object({ en: z.string(), zh: z.string() })
const systemMessages = z.array(z.object({ systemMessageId: z.number(), message: inBoth }))
export type SystemMessage = z.output<typeof systemMessages>[number]

/** The current messages addressed to the caller, newest first. */
export const currentMessages = call({
  method: 'GET',
  path: '/status/messages',
  topics: ['messages'],
  needs: { right: 'signed-in', fresh: 'never' },
  data: systemMessages,
})

/** The current messages to everyone. */
export const messagesForAll = call({
  method: 'GET',
  protocol: true,
  path: '/status/notifications',
  topics: ['messages'],
  needs: { right: 'signed-in', fresh: 'never' },
  data: systemMessages,
})

/** The current messages to holders of the target's right. */
export const messagesForTarget = call({
  method: 'GET',
  protocol: true,
  path: '/status/notifications/:target',
  topics: ['messages'],
  needs: { right: ({ target }) => `notifications:${target}` as const, fresh: 'never' },
  params: z.object({ target: suffix }),
  data: systemMessages,
})
