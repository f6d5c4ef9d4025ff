import type { ExchangeId } from '@finlist/domain/markets'
import type { Tx } from '../../db/database.ts'
import type { Reason } from '../import/import-errors.ts'
import { shortened } from './plausible.ts'

const lot = 100
/**
 * Limits for the ratio of the turnover to close times volume. Between `nearLot.least` and `nearLot.most`, it is nearer
 * to a lot than to one share or to a lot of lots, in logarithms. Below `leastShares`, turnover or volume is in another
 * unit: adjusted prices rarely make the ratio that small.
 */
const nearLot = { least: Math.sqrt(lot), most: lot * Math.sqrt(lot) }
const leastShares = 0.2
/**
 * The unit of a stock's volumes is clear if its turnover is within this factor of close times volume, in shares or in
 * lots.
 */
const clear = 2
/** Volumes that typically differ from the stored ones by less than this factor are in the same unit. */
const sameUnit = 10

type Bar = { stock: string; date: string; turnover: number; product: number }

const traded = 'from incoming_bar where volume > 0 and turnover > 0'
const ratioOf = 'turnover / (close * volume)'

/**
 * Determines from the turnover whether a file's volumes are shares: the turnover is then about close times volume. If
 * the median turnover is nearer to a hundred times that, the volumes are lots of a hundred; the staged volumes are
 * converted to shares, and `notes` reports it. With prices as traded, a stock whose own turnover is clear is judged by
 * that instead; adjusted prices distort the ratio of single stocks. A ratio that fits neither unit is asked about,
 * unless the volumes are like the stored ones.
 */
export async function readLots(
  tx: Tx,
  exchange: ExchangeId,
  { asTraded }: { asTraded: boolean },
): Promise<{ notes: Reason[]; asked: Reason[] }> {
  const { rows } = await tx.query<{ ratio: number | null }>(
    `select percentile_disc(0.5) within group (order by ${ratioOf}) as ratio ${traded}`,
  )
  const { ratio } = rows[0]!
  if (ratio === null) return { notes: [], asked: [] }
  const areShares = ratio >= leastShares && ratio <= nearLot.least
  if (areShares || (ratio > nearLot.least && ratio < nearLot.most)) {
    const others = asTraded ? await readStocksAround(tx, areShares ? lot : 1) : []
    if (!areShares || others.length > 0)
      await tx.query(
        `update incoming_bar set volume = volume * $1 where stock_code ${areShares ? '= any' : '<> all'}($2)`,
        [lot, others],
      )
    return { notes: told(areShares, others), asked: [] }
  }
  if (await isLikeStored(tx, exchange)) return { notes: [], asked: [] }
  const { rows: typical } = await tx.query<Bar>(
    `select stock_code as stock, date, turnover, round((close * volume)::numeric, 2)::float8 as product ${traded}
       and ${ratioOf} = $1 order by stock_code, date limit 1`,
    [ratio],
  )
  return { notes: [], asked: [{ text: 'import.gate.turnover-apart', values: typical[0]! }] }
}

/** The stocks whose turnover is clearly about `times` times the product of close and volume. */
async function readStocksAround(tx: Tx, times: number): Promise<string[]> {
  const { rows } = await tx.query<{ code: string }>(
    `select stock_code as code ${traded} group by stock_code
     having percentile_disc(0.5) within group (order by ${ratioOf}) between $1 and $2 order by stock_code`,
    [times / clear, times * clear],
  )
  return rows.map(({ code }) => code)
}

function told(areShares: boolean, others: readonly string[]): Reason[] {
  const values = { count: lot, stocks: others.length, list: shortened(others) }
  if (others.length === 0) return areShares ? [] : [{ text: 'import.gate.lots', values }]
  return [{ text: areShares ? 'import.gate.lots-of-some' : 'import.gate.lots-except', values }]
}

/** Whether the staged volumes of the median stock are of the same order as its last stored ones. */
async function isLikeStored(tx: Tx, exchange: ExchangeId): Promise<boolean> {
  const { rows } = await tx.query<{ ratio: number | null }>(
    `select percentile_cont(0.5) within group (order by came.volume / stored.volume) as ratio
     from (select stock_code, min(date) as first, exp(avg(ln(volume::float8))) as volume
       from incoming_bar where volume > 0 group by stock_code) came
       cross join lateral (select exp(avg(ln(nullif(volume, 0)::float8))) as volume
         from bars_before($1, came.stock_code, came.first, 20)) stored
     where stored.volume > 0`,
    [exchange],
  )
  const { ratio } = rows[0]!
  return ratio !== null && ratio > 1 / sameUnit && ratio < sameUnit
}
