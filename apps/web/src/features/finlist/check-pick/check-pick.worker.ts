import type { ExchangeId } from '@finlist/domain/markets'
import type { IssueRow } from '@finlist/domain/picking/issue'
import { constantsKnown } from '@finlist/domain/picking/method'
import { type Difference, rebuildPick } from '@finlist/domain/record/rebuild'
import { type ShortBars, stockOfShortBars } from '@finlist/domain/record/stock-bars'

export type Asked = {
  exchange: ExchangeId
  date: string
  stockCode: string
  constants: string
  row: string
  bars: ShortBars
}
export type Answer =
  | { bars: number; rank: number; hasBase: boolean; difference: Omit<Difference, 'code'> | null }
  | { not: 'other-method' }

function check({ exchange, date, stockCode, constants, row, bars }: Asked): Answer {
  if (!constantsKnown(exchange).includes(constants)) return { not: 'other-method' }
  const recorded = JSON.parse(row) as IssueRow
  const stock = stockOfShortBars(stockCode, bars)
  const difference = rebuildPick(recorded, exchange, stock, Date.parse(`${date}T00:00:00Z`) / 86_400_000)
  return {
    bars: stock.days.length,
    rank: recorded.rank,
    hasBase: recorded.base !== null,
    difference: difference ?? null,
  }
}

addEventListener('message', ({ data }: MessageEvent<Asked>) => postMessage(check(data)))
