import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { recordBars, recordEntry, recordPick } from '@finlist/contract/record'
import type { ExchangeId } from '@finlist/domain/markets'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { Forbidden, NotFound, TooMany } from '../../http/client-errors.ts'
import { Download } from '../../http/download.ts'
import { EncodedResponse } from '../../http/encoded-response.ts'
import { serve } from '../../http/serve.ts'
import { readPublishedStocks } from '../../market-data/lists/read-published-stocks.ts'
import { sourceUse } from '../../market-data/vendors/source-use.ts'
import { barsCsv } from './bars-csv.ts'
import { readPick } from './read-pick.ts'
import { readEntry } from './store.ts'

/**
 * Maximum number of responses sent concurrently, because a market's bars take tens of megabytes. Further requests are
 * rejected, to be retried after `waitSeconds`.
 */
const mostAtOnce = 2
const waitSeconds = 10

export function recordRoutes(app: FastifyInstance, { config, database }: { config: Config; database: Database }) {
  serve(app, recordEntry, async ({ params, caller }) => {
    const entry = await readEntry(database.db, params.seq)
    if (!entry) throw new NotFound()
    if (entry.market && !caller.rights.has(`finlist:${entry.market}`)) throw new Forbidden()
    return entry
  })

  serve(app, recordPick, async ({ params: { exchange }, query: { date, stockCode } }) => {
    assertHandedOn(config, exchange)
    return await EncodedResponse.make(recordPick, await readPick(database, { exchange, date, stockCode }))
  })

  const demoData = config.demo && config.DEMO_DATA === 'on'
  let sending = 0
  serve(app, recordBars, async ({ params: { exchange }, query: { date } }) => {
    assertHandedOn(config, exchange)
    if (sending >= mostAtOnce) throw new TooMany(waitSeconds)
    sending++
    const done = () => void sending--
    try {
      const stocks = await database.snapshot(tx => readPublishedStocks(tx, exchange, date))
      const content = Readable.from(barsCsv(stocks))
        .pipe(createGzip({ level: 4 }))
        .once('close', done)
      return new Download(`${exchange}-${date}${demoData ? '-demo-data' : ''}.csv.gz`, 'application/gzip', content)
    } catch (error) {
      done()
      throw error
    }
  })
}

/** Throws Forbidden unless the source allows its prices to be passed on as data. */
function assertHandedOn(config: Config, exchange: ExchangeId): void {
  if (sourceUse(config, exchange) !== 'export') throw new Forbidden('record.bars-not-handed-on', 'not-handed-on')
}
