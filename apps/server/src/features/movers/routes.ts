import { movers, moversPlus } from '@finlist/contract/movers'
import type { FastifyInstance } from 'fastify'
import { Cache } from '../../db/cache.ts'
import type { Database } from '../../db/database.ts'
import { serve } from '../../http/serve.ts'
import { type Hour, readHour } from './hour.ts'

export function moversRoutes(app: FastifyInstance, { database: { db, changes } }: { database: Database }) {
  const hours = new Cache<'HKEX', Hour>({
    changes,
    maxEntries: 1,
    // Depends on snapshots, stock names, and bars for the average volume.
    dependsOn: {
      movers: 'all',
      closings: exchange => exchange === 'HKEX',
      finlist: exchange => exchange === 'HKEX',
      prices: exchange => exchange === 'HKEX',
    },
    load: () => readHour(db),
  })

  serve(app, movers, async () => (await hours.get('HKEX')).basic)

  serve(app, moversPlus, async ({ query }) => (await hours.get('HKEX')).from(query))
}
