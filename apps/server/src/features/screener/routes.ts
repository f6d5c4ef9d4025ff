import { forScreening } from '@finlist/contract/finder'
import {
  createScreen,
  deleteScreen,
  exportScreen,
  marketMap,
  type ScreenBody,
  savedScreens,
  screenStocks,
  screenTexts,
  updateScreen,
} from '@finlist/contract/screener'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { Cache } from '../../db/cache.ts'
import type { Database } from '../../db/database.ts'
import { Forbidden, NotFound } from '../../http/client-errors.ts'
import type { EncodedResponse } from '../../http/encoded-response.ts'
import { type Caller, serve } from '../../http/serve.ts'
import type { ReadColumns } from '../../market-data/screen/market-columns.ts'
import { leftOutFor, queryOf, type ScreenReader, screenMarkets } from '../../market-data/screen/screening.ts'
import { readWatched } from '../../market-data/screen/store.ts'
import { assertShown } from '../../market-data/vendors/source-use.ts'
import { encodeMap } from './map.ts'
import { addScreen, dropScreen, readScreens, replaceScreen } from './saved.ts'
import { textsOf } from './texts.ts'

/** Every row, of markets whose rows may be in a file. */
const wholeFile = { from: 0, most: Infinity, exports: true } as const

type Parts = { database: Database; config: Config; screenColumns: ReadColumns }

export function screenerRoutes(app: FastifyInstance, { database, config, screenColumns }: Parts) {
  const { db, changes } = database
  const isOfMarket = (published: string, exchange: ExchangeId) => published === exchange
  const maps = new Cache<ExchangeId, EncodedResponse>({
    changes,
    maxEntries: exchangeIds.length,
    dependsOn: { finlist: isOfMarket, prices: isOfMarket, board: isOfMarket },
    load: exchange => encodeMap(db, exchange),
  })
  serve(app, marketMap, ({ caller, params: { exchange } }) => {
    assertShown(config, exchange, caller)
    return maps.get(exchange)
  })

  const readerFor = ({ userId }: Caller): ScreenReader => ({
    columnsOf: screenColumns,
    config,
    watched: (exchange, watchlistId) => readWatched(db, userId, { exchange, watchlistId }),
  })
  serve(app, screenStocks, ({ caller, body }) => screenMarkets(body, caller, readerFor(caller)))
  serve(app, exportScreen, async ({ caller, body }) => {
    const { markets, rows } = await screenMarkets({ ...body, ...wholeFile }, caller, readerFor(caller))
    return { markets, rows }
  })
  serve(app, screenTexts, async ({ caller, body: { markets, figure } }) => {
    const allowed = markets.filter(exchange => leftOutFor(caller, exchange, [figure], config) === undefined)
    if (allowed.length === 0) throw new Forbidden()
    return textsOf(figure, await Promise.all(allowed.map(exchange => screenColumns(exchange, [figure]))))
  })

  serve(app, savedScreens, ({ caller }) => readScreens(db, caller.userId))
  serve(app, createScreen, async ({ caller, body }) => {
    assertScreen(caller, body)
    return { screenId: await database.write(tx => addScreen(tx, caller.userId, body)) }
  })
  serve(app, updateScreen, async ({ caller, params: { id }, body }) => {
    assertScreen(caller, body)
    if (!(await database.write(tx => replaceScreen(tx, caller.userId, id, body)))) throw new NotFound()
  })
  serve(app, deleteScreen, async ({ caller, params: { id } }) => {
    if (!(await database.write(tx => dropScreen(tx, caller.userId, id)))) throw new NotFound()
  })
}

function assertScreen({ rights }: Caller, { markets, query }: ScreenBody): void {
  if (!markets.every(exchange => rights.has(forScreening({ exchange })))) throw new Forbidden()
  queryOf(query)
}
