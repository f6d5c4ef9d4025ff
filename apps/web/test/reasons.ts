import type { FinListStock } from '@finlist/contract/finlist'
import type { Changes, Why } from '@finlist/contract/reasons'
import type { ExchangeId } from '@finlist/domain/markets'
import { queryClient } from '../src/api/query-client.ts'
import { earlierOf } from '../src/features/finlist/EarlierLists.tsx'
import { changesOf, whyOf } from '../src/features/finlist/reason-queries.ts'

/** The changes in a market's first list, which was made by the method and has no previous list. */
export const firstWeek: Changes = { method: 'finlist-1', previousDate: null, added: [], stayed: [], left: [] }

/** The reasons for a pick without a base. */
const madeByMethod: Why = {
  origin: 'method',
  method: 'finlist-1',
  variant: '',
  note: '',
  stop: null,
  methodBuyPoint: null,
  score: { strength: 4_090, trend: 2_000, base: 0, quiet: 460 },
  checklist: {
    listing: [
      { id: 'rank', value: 90, least: 80, met: true },
      { id: 'template', value: 8, least: 8, met: true },
    ],
    template: [
      { id: 'close-over-fast', value: 12.5, least: 11.25, met: true },
      { id: 'over-low', value: 280, least: 300, met: false },
    ],
    base: [],
  },
  chance: null,
  outlook: null,
  outline: [],
}

/**
 * Sets the reasons for the picks of a list. The test provides those of the first stock, and the changes; all other
 * stocks get the same reasons.
 */
export function giveReasons(
  exchange: ExchangeId,
  issueDate: string,
  stocks: readonly FinListStock[],
  { changes = {}, why = {} }: { changes?: Partial<Changes>; why?: Partial<Why> } = {},
) {
  queryClient.setQueryData(changesOf(exchange, issueDate).queryKey, { ...firstWeek, ...changes })
  for (const [at, { stockCode }] of stocks.entries()) {
    queryClient.setQueryData(earlierOf(exchange, stockCode).queryKey, known => known ?? [])
    queryClient.setQueryData(whyOf(exchange, issueDate, stockCode).queryKey, {
      ...madeByMethod,
      ...(at === 0 && why),
    })
  }
}
