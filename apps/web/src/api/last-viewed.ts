import type { LinkSuffix } from '@finlist/domain/markets'
import { productNow } from './product-now.ts'
import { read, write } from './storage.ts'

/** Stores the current time as the user's last view of a market's page. An update dot then marks only newer content. */
export function noteView(page: 'finlist' | 'markettrend', market: LinkSuffix, now = new Date(productNow())): void {
  const viewed = read('pageLastViewed')
  write('pageLastViewed', { ...viewed, [page]: { ...viewed[page], [market]: now.toISOString() } })
}
