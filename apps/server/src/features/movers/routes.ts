import { movers, moversPlus } from '@finlist/contract/movers'
import type { FastifyInstance } from 'fastify'
import { Cache } from '../../db/cache.ts'
import type { Database } from '../../db/database.ts'
import { serve } from '../../http/serve.ts'
import { type Hour, readHour } from './hour.ts'

/** The topics that the lists are made from: snapshots, the stocks' names, and bars for the average volume. */
const topics = ['movers:HKEX', 'finlist:HKEX', 'prices:HKEX']

export function moversRoutes(app: FastifyInstance, { db, changes: notices }: Database) {
  const hours = new Cache<'HKEX', Hour>({
    changes: notices,
    maxEntries: 1,
    invalidatedBy: ([word, topic = '']) => word === 'published' && topics.includes(topic),
    load: () => readHour(db),
  })

  serve(app, movers, async () => (await hours.get('HKEX')).basic)

  serve(app, moversPlus, async ({ query }) => (await hours.get('HKEX')).from(query.minVolume))
}
