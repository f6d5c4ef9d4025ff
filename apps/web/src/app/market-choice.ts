import type { Market } from '@finlist/domain/markets'
import { read, write } from '../api/storage.ts'

/** Makes a market the current one, in tabs, sidebar and start page. `name` is stored in the person's language. */
export function chooseMarket(market: Market, name: string): void {
  if (read('currentMarket').id === market.id) return
  write('currentMarket', { ...market, name, icon: market.linkSuffix.toUpperCase() })
  const sidebar = read('sidebar')
  if (!sidebar.open.includes(market.linkSuffix))
    write('sidebar', { ...sidebar, open: [...sidebar.open, market.linkSuffix] })
}
