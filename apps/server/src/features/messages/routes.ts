import {
  createSystemMessage,
  type MessageTarget,
  marketTrendLastUpdated,
  messagesForAll,
  messagesForTarget,
  sundayClubLastUpdated,
  videosLastUpdated,
} from '@finlist/contract/messages'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import { Remembered } from '../../db/remembered.ts'
import { ReadyBytes } from '../../http/ready-bytes.ts'
import { Refused } from '../../http/refusals.ts'
import { serve } from '../../http/serve.ts'
import { readLastUpdated } from '../../market-data/last-updated.ts'
import { readMessages, saveMessage } from './store.ts'

type Kept = { ready: ReadyBytes; until: number }

export function messageRoutes(app: FastifyInstance, { database, now }: { database: Database; now: () => number }) {
  const { db, notices } = database
  const messages = new Remembered<MessageTarget, Kept>({
    notices,
    most: 20,
    forgets: ([word, topic], target) => word === 'published' && topic === `messages:${target}`,
    load: async target => {
      const rows = await readMessages(db, target, new Date(now()))
      const list = rows.map(row => ({
        systemMessageId: row.system_message_id,
        message: { en: row.message_en, zh: row.message_zh },
      }))
      const until = Math.min(...rows.map(row => row.expires_at.getTime()), Infinity)
      return { ready: await ReadyBytes.make(messagesForAll, list), until }
    },
  })
  const updated = new Remembered<string, ReadyBytes>({
    notices,
    most: 20,
    forgets: ([word, published], topic) => word === 'published' && published === topic,
    load: async topic => {
      const at = await readLastUpdated(db, topic)
      return topic.startsWith('education')
        ? await ReadyBytes.make(videosLastUpdated, at?.getTime() ?? 0)
        : await ReadyBytes.make(marketTrendLastUpdated, at?.toISOString() ?? null)
    },
  })

  async function messagesFor(target: MessageTarget): Promise<ReadyBytes> {
    const kept = await messages.get(target)
    if (kept.until > now()) return kept.ready
    messages.forget(target)
    return (await messages.get(target)).ready
  }

  serve(app, messagesForAll, () => messagesFor('ALL'))
  serve(app, messagesForTarget, ({ params }) => messagesFor(params.target))
  serve(app, marketTrendLastUpdated, ({ params }) => updated.get(`markettrend:${params.exchange}`))
  serve(app, sundayClubLastUpdated, () => updated.get('education:sunday-club'))
  serve(app, videosLastUpdated, () => updated.get('education:videos'))

  serve(app, createSystemMessage, async ({ caller, body }) => {
    const expiresAt = endOf(body.expiryDate)
    if (expiresAt.getTime() <= now()) throw new Refused('expiry-past', { field: 'expiryDate' })
    const systemMessageId = await database.write(tx => saveMessage(tx, { ...body, expiresAt, byUserId: caller.userId }))
    return { systemMessageId }
  })
}

/** A date means the end of that day in Hong Kong; an instant means itself. */
const endOf = (expiry: string) => new Date(expiry.length === 10 ? `${expiry}T24:00:00+08:00` : expiry)
