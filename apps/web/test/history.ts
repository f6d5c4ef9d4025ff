import { user } from '@finlist/contract/account/account'
import type { ChartHistory, SymbolInfo } from '@finlist/contract/charts/chart'
import { callQuery, queryClient } from '../src/api/query-client.ts'
import { historyOf, infoOf } from '../src/components/price-chart/price-chart.tsx'

const day = 86_400

/**
 * Gives a stock 369 bars that end on 17 July 2026 and oscillate around a rising trend. The stock is listed by default.
 * `unconfirmed`: days with an unexplained move.
 */
export function giveHistory(symbol: string, about: Partial<SymbolInfo> = {}, unconfirmed: readonly string[] = []) {
  const at = Array.from({ length: 369 }, (_, index) => index)
  const close = at.map(index => 20 + index / 20 + Math.sin(index / 9) * 2)
  const history: ChartHistory = {
    s: 'ok',
    t: at.map(index => Date.UTC(2026, 6, 17) / 1_000 - (368 - index) * day),
    o: close.map(price => price - 0.25),
    h: close.map(price => price + 1),
    l: close.map(price => price - 1),
    c: close,
    v: at.map(index => 1_000_000 + index * 10_000),
    noData: false,
    unconfirmed: unconfirmed.map(date => Date.parse(date) / 1_000),
  }
  for (const span of ['1D', '1W'] as const) queryClient.setQueryData(historyOf(symbol, span).queryKey, history)
  queryClient.setQueryData(callQuery(user).queryKey, known => known ?? ({ rights: [] } as never))
  queryClient.setQueryData(infoOf(symbol).queryKey, { currency_code: 'HKD', ...about } as SymbolInfo)
}
