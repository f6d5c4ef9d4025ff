import { models } from '@finlist/contract/learning/models'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import type { FastifyInstance } from 'fastify'
import { Cache } from '../../db/cache.ts'
import type { Database } from '../../db/database.ts'
import { EncodedResponse } from '../../http/encoded-response.ts'
import { serve } from '../../http/serve.ts'
import { readModel } from '../../research/learning/models.ts'

/** Public route: the newest model of each market. Models are part of the published method. */
export function modelRoutes(app: FastifyInstance, { database: { db, changes } }: { database: Database }) {
  const newest = new Cache<'all', EncodedResponse>({
    changes,
    maxEntries: 1,
    dependsOn: { models: 'all' },
    load: async () => await EncodedResponse.make(models, (await Promise.all(exchangeIds.map(modelOf))).flat()),
  })

  async function modelOf(exchange: ExchangeId) {
    const model = await readModel(db, exchange)
    return model ? [{ ...model, madeAt: model.madeAt.toISOString() }] : []
  }

  serve(app, models, () => newest.get('all'))
}
