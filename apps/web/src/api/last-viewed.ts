import type { LinkSuffix } from '@finlist/domain/markets'
import { productNow } from './product-now.ts'
import { read, write } from './storage.ts'

/** Records that a market's page was viewed now; update dots compare with it. */
export function noteView(page: 'finlist' | 'markettrend', market: LinkSuffix, now = new Date(productNow())): void {
  const viewed = read('pageLastViewed')
  write('pageLastViewed', { ...viewed, [page]: { ...viewed[page], [market]: now.toISOString() } })
}
