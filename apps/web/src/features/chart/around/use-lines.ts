import { finListNewest } from '@finlist/contract/finlist'
import { type ChartSymbol, symbolOf } from '@finlist/domain/chart/symbol'
import type { ExchangeId } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callQuery } from '../../../api/query-client.ts'
import type { Level } from '../../../components/price-chart/engine/prices.ts'
import { lastStop, useOwnPrices } from '../../../components/watchlist/own-prices.ts'
import { useTranslation } from '../../../i18n/texts.ts'

/**
 * The user's lines for the stock: the list's buy point, their own buy price with its stop, and the prices of their
 * alerts.
 */
export function useLines(symbol: ChartSymbol, rights: readonly string[], isOn: boolean): Level[] {
  const t = useTranslation('around')
  const market = symbol.exchange as ExchangeId
  const issue = useQuery({
    ...callQuery(finListNewest, { params: { exchange: market } }),
    enabled: isOn && rights.includes(`finlist:${market}`),
  })
  const own = useOwnPrices(rights, isOn).get(symbolOf(symbol))
  const said = JSON.stringify(
    !isOn
      ? []
      : [
          ...(issue.data?.stockList ?? [])
            .filter(stock => stock.stockCode === symbol.stockCode && !stock.mask && stock.buyPoint > 0)
            .map(({ buyPoint }) => ({ price: buyPoint, label: t('line.buy-point') })),
          ...(own ?? []).map(({ kind, price }) => ({ price, label: t(`line.${kind}`, { percent: lastStop }) })),
        ],
  )
  return useMemo(() => JSON.parse(said) as Level[], [said])
}
