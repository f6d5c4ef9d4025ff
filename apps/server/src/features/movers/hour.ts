import { createHash } from 'node:crypto'
import { type HourlyMovers, type Mover, movers, moversPlus } from '@finlist/contract/movers'
import { percentMoved, topMovers } from '@finlist/domain/movers/top-movers'
import type { Db } from '../../db/database.ts'
import { EncodedResponse, fit } from '../../http/encoded-response.ts'
import { ResponseCache } from '../../http/response-cache.ts'
import { type MovedStock, readMoved, readNewestSnapshot, type Snapshot } from './store.ts'

/** The newest hour, worked out once: the basic answer ready, the others made from its rows without a query. */
export type Hour = { basic: EncodedResponse; from(minVolume: number): EncodedResponse | Promise<EncodedResponse> }

/** How many bytes of answers by volume are kept; the slider's five positions take a tenth of it. */
const mostBytes = 250_000

export async function readHour(db: Db): Promise<Hour> {
  const snapshot = await readNewestSnapshot(db)
  const moved = snapshot ? await readMoved(db, snapshot) : []
  const version = createHash('sha256')
    .update(JSON.stringify([snapshot, moved]))
    .digest('base64url')
  const kept = new ResponseCache(mostBytes)
  const answer = (minVolume: number) =>
    Buffer.from(JSON.stringify({ status: 'success', data: fit(moversPlus, listsOf(snapshot, moved, minVolume)) }))
  return {
    basic: await EncodedResponse.make(movers, listsOf(snapshot, moved, 0)),
    from: minVolume => kept.get(`${version} ${minVolume}`, () => answer(minVolume)),
  }
}

function listsOf(snapshot: Snapshot | undefined, moved: readonly MovedStock[], minVolume: number): HourlyMovers {
  const { up, down } = topMovers(moved, minVolume)
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
  price: it.price,
  priceChange: percentMoved(it),
  volumeChange: it.averageVolume ? Math.round((it.volume / it.averageVolume) * 100) / 100 : null,
})
