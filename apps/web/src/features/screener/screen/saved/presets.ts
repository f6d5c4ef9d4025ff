import type { ExchangeId } from '@finlist/domain/markets'
import type { Sort } from '../../../../ui/sort.ts'
import type { SortKey } from '../address.ts'

type Preset = { key: string; query: string; sort: Sort<SortKey>; markets?: ExchangeId[] }

/** Screens that teach what figures are for, each explained in screener.json. */
export const presets = [
  {
    key: 'near-buy-point',
    query: 'rs >= 70 and topivot = -1..5 and volumex < 0.8',
    sort: { by: 'topivot', down: false },
  },
  { key: 'rs-new-high', query: 'rsnewhigh and rs >= 80', sort: { by: 'rs', down: true } },
  {
    key: 'resting-leaders',
    query: 'rs >= 85 and dist50 = 0..4 and sma50 > sma150 and sma150 > sma200',
    sort: { by: 'dist50', down: false },
  },
  {
    key: 'faster-earnings',
    query: 'eps >= 25 and epsfaster > 0 and salesfaster > 0 and epsup >= 2',
    sort: { by: 'eps', down: true },
  },
  {
    key: 'momentum',
    query: 'top 10% change1m and volumex >= 1.5 and price > sma20',
    sort: { by: 'volumex', down: true },
  },
  { key: 'tight', query: 'tight <= 3 and high52 >= -10 and rs >= 80', sort: { by: 'tight', down: false } },
  {
    key: 'sector-leaders',
    query: 'rs >= 80 and change3m > 1.5 * sector(change3m) and price > sma50',
    sort: { by: 'change3m', down: true },
  },
  {
    key: 'ccass',
    query: 'ccassweek >= 0.3 and top10 >= 60 and price > sma50',
    sort: { by: 'ccassweek', down: true },
    markets: ['HKEX'],
  },
  {
    key: 'dividends',
    query: 'yield >= 4 and price > sma200 and sma50 > sma200',
    sort: { by: 'yield', down: true },
  },
] as const satisfies readonly Preset[]
