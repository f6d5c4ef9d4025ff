import { createHash } from 'node:crypto'
import { type HourlyMovers, type Mover, movers, moversPlus } from '@finlist/contract/movers'
import { type Floors, percentMoved, topMovers } from '@finlist/domain/movers/top-movers'
import type { Db } from '../../db/database.ts'
import { EncodedResponse, fit } from '../../http/encoded-response.ts'
import { ResponseCache } from '../../http/response-cache.ts'
import { type MovedStock, readMoved, readNewestSnapshot, type Snapshot } from './store.ts'

/**
 * Movers of the newest hour. `basic` is the prepared response for the default thresholds. `from` filters the same rows
 * by other thresholds, without a query.
 */
export type Hour = { basic: EncodedResponse; from(floors: Floors): EncodedResponse | Promise<EncodedResponse> }

/** Maximum total bytes of cached responses by thresholds: enough for every position of both sliders. */
const mostBytes = 750_000

export async function readHour(db: Db): Promise<Hour> {
  const snapshot = await readNewestSnapshot(db)
  const moved = snapshot ? await readMoved(db, snapshot) : []
  const version = createHash('sha256')
    .update(JSON.stringify([snapshot, moved]))
    .digest('base64url')
  const kept = new ResponseCache(mostBytes)
  const answer = (floors: Floors) =>
    Buffer.from(JSON.stringify({ status: 'success', data: fit(moversPlus, listsOf(snapshot, moved, floors)) }))
  return {
    basic: await EncodedResponse.make(movers, listsOf(snapshot, moved)),
    from: floors => kept.get(`${version} ${floors.minVolume} ${floors.minTurnover}`, () => answer(floors)),
  }
}

function listsOf(snapshot: Snapshot | undefined, moved: readonly MovedStock[], floors?: Floors): HourlyMovers {
  const { up, down } = topMovers(moved, floors)
  return {
    updatedAt: snapshot?.takenAt.toISOString() ?? null,
    comparedWith: snapshot?.comparedWith?.toISOString() ?? null,
    hourIncreaseList: up.map(moverOf),
    hourDecreaseList: down.map(moverOf),
  }
}

const moverOf = (it: MovedStock): Mover => ({
  stockCode: it.stockCode,
  stockName: it.stockName,
  stockNameZh: it.stockNameZh,
  volume: it.volume,
  turnover: it.turnover,
  price: it.price,
  priceChange: percentMoved(it),
  volumeChange: it.averageVolume ? Math.round((it.volume / it.averageVolume) * 100) / 100 : null,
  dayPrices: it.dayPrices,
})
