import { participantShareholdings, shareholdingChanges, stockShareholdings } from '@finlist/contract/shareholding'
import type { Day } from '@finlist/domain/calendar'
import type { FastifyInstance } from 'fastify'
import { Cache } from '../../db/cache.ts'
import type { Database } from '../../db/database.ts'
import { NotFound } from '../../http/client-errors.ts'
import { EncodedResponse } from '../../http/encoded-response.ts'
import { serve } from '../../http/serve.ts'
import { historyOf } from './history.ts'
import { inSharesAndMoney } from './in-shares-and-money.ts'
import { readChanges, readCountedDates } from './store.ts'

const newest = 'newest'
/** Number of cached histories, each of some ten kilobytes. */
const histories = 300

export function shareholdingRoutes(app: FastifyInstance, { database: { db, changes } }: { database: Database }) {
  const ready = (most: number, load: (key: string) => Promise<EncodedResponse | undefined>) =>
    new Cache<string, EncodedResponse | undefined>({
      changes,
      maxEntries: most,
      load,
      // Depends on stock names from the stock list, and on closes to value the changes.
      dependsOn: {
        shareholding: 'all',
        closings: 'all',
        finlist: exchange => exchange === 'HKEX',
        prices: exchange => exchange === 'HKEX',
      },
    })
  const ofDates = ready(40, async date => {
    const days = await readCountedDates(db)
    const day = date === newest ? days[0] : days.find(known => known.date === date)
    if (!day && date !== newest) return undefined
    const rows = day ? await inSharesAndMoney(db, await readChanges(db, day), day.date) : []
    const list = (span: 'day' | 'week', sign: 1 | -1) =>
      rows
        .filter(row => row.span === span && Math.sign(row.change) === sign)
        .map(row => ({ ...row, shareholdingPercentChange: row.change }))
    return await EncodedResponse.make(shareholdingChanges, {
      updatedAt: day?.countedAt.toISOString() ?? null,
      shareholdingDate: day?.date ?? null,
      dayBefore: day?.dayBefore ?? null,
      weekBefore: day?.weekBefore ?? null,
      dates: days.map(known => known.date),
      dayIncreaseList: list('day', 1),
      dayDecreaseList: list('day', -1),
      weekIncreaseList: list('week', 1),
      weekDecreaseList: list('week', -1),
    })
  })
  const ofStocks = ready(histories, async key => {
    const [date, stockCode] = askedBy(key)
    const history = await historyOf(db, { stockCode }, date)
    if (!history) return undefined
    return await EncodedResponse.make(stockShareholdings, { ...history.holdings[0]!, ...history })
  })
  const ofParticipants = ready(histories, async key => {
    const [date, participantId] = askedBy(key)
    const history = await historyOf(db, { participantId }, date)
    if (!history) return undefined
    return await EncodedResponse.make(participantShareholdings, { ...history.holdings[0]!, ...history })
  })

  serve(app, shareholdingChanges, async ({ query }) => found(await ofDates.get(query.shareholdingDate ?? newest)))
  serve(app, stockShareholdings, async ({ params, query }) =>
    found(await ofStocks.get(`${query.shareholdingDate ?? newest} ${params.stockCode}`)),
  )
  serve(app, participantShareholdings, async ({ params, query }) =>
    found(await ofParticipants.get(`${query.shareholdingDate ?? newest} ${params.participantId}`)),
  )
}

function askedBy(key: string): [Day | undefined, string] {
  const space = key.indexOf(' ')
  const date = key.slice(0, space)
  return [date === newest ? undefined : date, key.slice(space + 1)]
}

function found(answer: EncodedResponse | undefined): EncodedResponse {
  if (!answer) throw new NotFound()
  return answer
}
