import {
  lastUpdatedTimes,
  marketTrendLastUpdated,
  sundayClubLastUpdated,
  videosLastUpdated,
} from '@finlist/contract/last-updated'
import { currentMessages, messagesForAll, messagesForTarget, type SystemMessage } from '@finlist/contract/messages'
import { type MessageTarget, messageTargets } from '@finlist/contract/staff/message-targets'
import {
  createSystemMessage,
  listSystemMessages,
  messagesPerPage,
  type SentMessage,
  withdrawSystemMessage,
} from '@finlist/contract/system-messages'
import type { Topic } from '@finlist/contract/topics'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import type { FastifyInstance } from 'fastify'
import { audit } from '../../db/audit.ts'
import { Cache } from '../../db/cache.ts'
import type { Database } from '../../db/database.ts'
import { lastPublished, readLastPublished } from '../../db/topics.ts'
import { BadRequest, NotFound } from '../../http/client-errors.ts'
import { EncodedResponse } from '../../http/encoded-response.ts'
import { serve } from '../../http/serve.ts'
import { readMessages, readSaidMessages, type SaidRow, saveMessage, withdrawMessage } from './store.ts'

type Kept = { list: SystemMessage[]; ready: EncodedResponse; until: number }

export function messageRoutes(app: FastifyInstance, { database, now }: { database: Database; now: () => number }) {
  const { db, changes } = database
  const messages = new Cache<MessageTarget, Kept>({
    changes,
    maxEntries: 20,
    dependsOn: { messages: (published, target) => published === target },
    load: async target => {
      const rows = await readMessages(db, target, new Date(now()))
      const list = rows.map(row => ({
        systemMessageId: row.system_message_id,
        message: { en: row.message_en, zh: row.message_zh },
      }))
      const until = Math.min(...rows.map(row => row.expires_at.getTime()), Infinity)
      return { list, ready: await EncodedResponse.make(messagesForAll, list), until }
    },
  })
  const updated = new Cache<Topic, EncodedResponse>({
    changes,
    maxEntries: 20,
    dependsOn: {
      education: (list, topic) => topic === `education:${list}`,
      markettrend: (exchange, topic) => topic === `markettrend:${exchange}`,
    },
    load: async topic => {
      const at = await lastPublished(db, topic)
      return topic.startsWith('education')
        ? await EncodedResponse.make(videosLastUpdated, at?.getTime() ?? 0)
        : await EncodedResponse.make(marketTrendLastUpdated, at?.toISOString() ?? null)
    },
  })

  const allUpdated = new Cache<'all', EncodedResponse>({
    changes,
    maxEntries: 1,
    dependsOn: { finlist: 'all', markettrend: 'all', education: 'all' },
    load: async () => {
      const times = await readLastPublished(db)
      const byMarket = (kind: 'finlist' | 'markettrend') =>
        Object.fromEntries(exchangeIds.map(exchange => [exchange, times.get(`${kind}:${exchange}`) ?? 0])) as Record<
          ExchangeId,
          number
        >
      return await EncodedResponse.make(lastUpdatedTimes, {
        finlist: byMarket('finlist'),
        markettrend: byMarket('markettrend'),
        sundayClub: times.get('education:sunday-club') ?? 0,
        videos: times.get('education:videos') ?? 0,
      })
    },
  })

  async function messagesFor(target: MessageTarget): Promise<Kept> {
    const kept = await messages.get(target)
    if (kept.until > now()) return kept
    messages.forget(target)
    return await messages.get(target)
  }

  serve(app, currentMessages, async ({ caller: { rights } }) => {
    const heard = messageTargets.filter(target => target === 'ALL' || rights.has(`notifications:${target}`))
    const found = await Promise.all(heard.map(messagesFor))
    return found.flatMap(({ list }) => list).toSorted((a, b) => b.systemMessageId - a.systemMessageId)
  })
  serve(app, messagesForAll, async () => (await messagesFor('ALL')).ready)
  serve(app, messagesForTarget, async ({ params }) => (await messagesFor(params.target)).ready)
  serve(app, lastUpdatedTimes, () => allUpdated.get('all'))
  serve(app, marketTrendLastUpdated, ({ params }) => updated.get(`markettrend:${params.exchange}`))
  serve(app, sundayClubLastUpdated, () => updated.get('education:sunday-club'))
  serve(app, videosLastUpdated, () => updated.get('education:videos'))

  serve(app, createSystemMessage, async ({ caller, body }) => {
    const expiresAt = endOf(body.expiryDate)
    if (expiresAt.getTime() <= now()) throw new BadRequest('expiry-past', { field: 'expiryDate' })
    const by = { byUserId: caller.userId, aboutUserId: null, reason: '', at: new Date(now()) }
    return await database.write(async tx => {
      const systemMessageId = await saveMessage(tx, { ...body, expiresAt, byUserId: caller.userId })
      const facts = { systemMessageId, target: body.target, until: expiresAt.toISOString() }
      await audit(tx, { ...by, action: 'message-published', facts })
      return { systemMessageId }
    })
  })

  serve(app, listSystemMessages, async ({ query: { page = 1 } }) => {
    const { rows, total } = await readSaidMessages(db, { skip: (page - 1) * messagesPerPage, most: messagesPerPage })
    return { total, messages: rows.map(row => sayMessage(row, now())) }
  })

  serve(app, withdrawSystemMessage, async ({ caller, params: { systemMessageId } }) => {
    const request = { systemMessageId, byUserId: caller.userId, now: new Date(now()) }
    if (!(await database.write(tx => withdrawMessage(tx, request)))) throw new NotFound()
  })
}

function sayMessage(row: SaidRow, now: number): SentMessage {
  const state = row.withdrawn_at ? 'withdrawn' : row.expires_at.getTime() > now ? 'showing' : 'expired'
  return {
    systemMessageId: row.system_message_id,
    target: row.target as MessageTarget,
    message: { en: row.message_en, zh: row.message_zh },
    by: row.written_by,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    state,
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    withdrawnBy: row.withdrawn_by,
  }
}

/** A date means the end of that day in Hong Kong; an instant is used as is. */
const endOf = (expiry: string) => new Date(expiry.length === 10 ? `${expiry}T24:00:00+08:00` : expiry)
