import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { addDays } from '@finlist/domain/calendar'
import { countChance, eligibleOn } from '@finlist/domain/chance/count'
import { weekEnds } from '@finlist/domain/chance/week-ends'
import { countWidening } from '@finlist/domain/chance/widen'
import { stateRatesOf } from '@finlist/domain/market-trend/state-rates'
import { marketIndex } from '@finlist/domain/markets'
import { standBack } from '../background/stand-back.ts'
import { snapshotApart } from '../db/database.ts'
import { readPickingStocks } from '../market-data/lists/read-picking-stocks.ts'
import { readHeldDays } from '../market-data/quality/held-days.ts'
import { readBars } from '../market-data/store/bars.ts'
import { readClosings } from '../market-data/store/closings.ts'
import type { CountAsked, Counted } from '../research/chance/chance-job.ts'
import { readTradedStocks } from '../research/chance/read-traded-stocks.ts'

/** Number of the index's bars to read (ten years). */
const indexBars = 2_600
const weekDays = 7

/** Thread that runs a market's random simulations, at the lowest priority. */
const { databaseUrl, exchange, day, since, count, widening } = workerData as CountAsked
standBack(19)
const { stocks, traded, index, closings } = await snapshotApart(databaseUrl, async tx => {
  const read = await readPickingStocks(tx, exchange, day, since)
  const chosen = eligibleOn(exchange, read, { day: weekEnds(read).at(-1) ?? 0, most: widening.stocks })
  const codes = chosen.map(({ code }) => code)
  const held = await readHeldDays(tx, exchange)
  const symbol = { exchange, stockCode: marketIndex[exchange] }
  const bars = await readBars(tx, symbol, { from: '', to: addDays(day, 1), last: indexBars })
  return {
    stocks: read,
    traded: await readTradedStocks(tx, exchange, { day, since: addDays(day, -weekDays * widening.weeks), codes }),
    index: bars.filter(({ date }) => !held.has(date)),
    closings: await readClosings(tx),
  }
})
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const counted: Counted = {
  worlds: countChance(exchange, stocks, count),
  widening: { ...countWidening(exchange, traded, widening, sha256), stocks: traded.length },
  rates: stateRatesOf(exchange, index, { ...widening, closings, sha256 }),
}
parentPort!.postMessage(counted)
