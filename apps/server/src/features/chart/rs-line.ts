import { isPractice } from '@finlist/domain/chart/padded'
import { newHighLookback, relativeStrength } from '@finlist/domain/chart/relative-strength'
import type { Resolution } from '@finlist/domain/chart/spans'
import { type ChartSymbol, isMarketIndex } from '@finlist/domain/chart/symbol'
import { marketIndex } from '@finlist/domain/markets'
import type { Db } from '../../db/database.ts'
import { readSpans } from './history.ts'
import { firstDay, timeOf } from './times.ts'

/** The line of a stock's relative strength against its market's index; none for indices and practice stocks. */
export async function rsLineOf(
  db: Db,
  symbol: ChartSymbol,
  resolution: Resolution,
  days: { to: string; asOf?: string | undefined },
) {
  if (isMarketIndex(symbol) || isPractice(symbol.exchange)) return []
  const { exchange } = symbol
  const all = { resolution, from: firstDay, ...days }
  const [stock, index] = await Promise.all([
    readSpans(db, { ...symbol, ...all }),
    readSpans(db, { exchange, stockCode: marketIndex[exchange], ...all }),
  ])
  const points = relativeStrength(stock, index, newHighLookback[resolution])
  return points.map(({ date, value, newHigh }) => ({ time: timeOf(date) / 1_000, value, newHigh }))
}
