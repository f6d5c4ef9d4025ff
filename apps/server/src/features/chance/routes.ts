import { chance } from '@finlist/contract/chance'
import { exchangeIds } from '@finlist/domain/markets'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { ChanceOf } from '../../research/chance/figures.ts'

/** Public route: how often bases occur by chance. These figures are part of the published method. */
export function chanceRoutes(app: FastifyInstance, { chanceOf }: { chanceOf: ChanceOf }) {
  serve(app, chance, async () => {
    const counted = await Promise.all(exchangeIds.map(async exchange => chanceOf(exchange)))
    return counted.filter(market => market !== null)
  })
}
