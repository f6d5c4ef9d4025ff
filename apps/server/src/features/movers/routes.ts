import { movers, moversPlus } from '@finlist/contract/movers'
import type { FastifyInstance } from 'fastify'
import { Cache } from '../../db/cache.ts'
import type { Database } from '../../db/database.ts'
import { serve } from '../../http/serve.ts'
import { type Hour, readHour } from './hour.ts'

/** What the lists are made of: snapshots, the stocks' names, and the bars that the usual volume is of. */
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
