import type { Market } from '@finlist/domain/markets'
import { noteView } from '../api/last-viewed.ts'
import { write } from '../api/storage.ts'

/** Makes a market the current one and notes that its page is looked at. `name` is kept in the person's language. */
export function chooseMarket(market: Market, name: string, page: 'finlist' | 'markettrend'): void {
  write('currentMarket', { ...market, name, icon: market.linkSuffix.toUpperCase() })
  noteView(page, market.linkSuffix)
}
