import type { Market } from '@finlist/domain/markets'
import { read, write } from '../../api/storage.ts'

/**
 * Makes a market the current one for the tabs, the sidebar and the start page. `name`: its name in the user's language.
 */
export function chooseMarket({ id, linkSuffix }: Market, name: string): void {
  if (read('currentMarket').id === id) return
  write('currentMarket', { id, name, icon: linkSuffix.toUpperCase(), linkSuffix })
  const sidebar = read('sidebar')
  if (!sidebar.open.includes(linkSuffix)) write('sidebar', { ...sidebar, open: [...sidebar.open, linkSuffix] })
}
