import { exchangeRates } from '@finlist/contract/rates'
import type { FastifyInstance } from 'fastify'
import { Cache } from '../../db/cache.ts'
import type { Database } from '../../db/database.ts'
import { EncodedResponse } from '../../http/encoded-response.ts'
import { serve } from '../../http/serve.ts'
import { readNewestRates } from './store.ts'

export function rateRoutes(app: FastifyInstance, { database: { db, changes } }: { database: Database }) {
  const newest = new Cache<'all', EncodedResponse>({
    changes,
    maxEntries: 1,
    dependsOn: { rates: 'all' },
    load: async () => await EncodedResponse.make(exchangeRates, await readNewestRates(db)),
  })
  serve(app, exchangeRates, () => newest.get('all'))
}
