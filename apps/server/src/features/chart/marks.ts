import { type ChartSymbol, isMarketIndex } from '@finlist/domain/chart/symbol'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Right } from '@finlist/domain/plans/rights'
import { type Language } from '@finlist/i18n/languages'
import type { Db } from '../../db/database.ts'
import { translate } from '../../http/translate.ts'
import { readStates } from './store.ts'
import { timeOf } from './times.ts'

const colours = {
  UPTREND: '#1b8f5a',
  RALLY_ATTEMPT: '#2f6fdd',
  UNDER_PRESSURE: '#b7791f',
  DOWNTREND: '#c8372d',
} as const
const letters = { UPTREND: 'U', RALLY_ATTEMPT: 'R', UNDER_PRESSURE: 'P', DOWNTREND: 'D' } as const

/**
 * The market's trend changes within the range, shown on its index. Empty for any other symbol, and for a user without
 * the right to that market's trend.
 */
export async function marksOf(
  db: Db,
  symbol: ChartSymbol | undefined,
  { days, rights, language }: { days: { from: string; to: string }; rights: ReadonlySet<Right>; language: Language },
) {
  if (!symbol || !isMarketIndex(symbol)) return []
  const exchange = symbol.exchange as ExchangeId
  if (!rights.has(`market-trend:${exchange}`)) return []
  const states = await readStates(db, exchange, days)
  return states.map(({ short_term: shortTerm, start_date, trend }) => ({
    id: `${exchange}-${shortTerm ? 'short' : 'long'}-${start_date}`,
    time: timeOf(start_date) / 1_000,
    color: colours[trend],
    text: translate(language, shortTerm ? 'trend.short' : 'trend.long', {
      trend: translate(language, `trend.${trend}`),
    }),
    label: letters[trend],
    shortTerm,
    trend,
  }))
}
