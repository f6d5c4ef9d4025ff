import { alerts } from '@finlist/contract/alerts'
import { finListNewest } from '@finlist/contract/finlist'
import type { AlertKind } from '@finlist/domain/alerts/kind-names'
import type { ChartSymbol } from '@finlist/domain/chart/symbol'
import type { ExchangeId } from '@finlist/domain/markets'
import { guidance } from '@finlist/domain/watchlist/figures'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callQuery } from '../../../api/query-client.ts'
import type { Level } from '../../../components/price-chart/engine/prices.ts'
import { positionsIn } from '../../../components/watchlist/all-positions.ts'
import { watchlistsOfPerson } from '../../../components/watchlists.ts'
import { type Key, useTranslation } from '../../../i18n/texts.ts'

/** Maximum number of lists whose positions are requested. Most people have three. */
const mostLists = 8
const [, lastStop] = guidance.stop

const alertLines: { [kind in AlertKind]?: Key<'around'> } = {
  'price-above': 'line.alert-above',
  'price-below': 'line.alert-below',
}

/**
 * The user's lines for the stock: the list's buy point, their own buy price with its stop, and the prices of their
 * alerts.
 */
export function useLines({ exchange, stockCode }: ChartSymbol, rights: readonly string[], isOn: boolean): Level[] {
  const t = useTranslation('around')
  const market = exchange as ExchangeId
  const mayWatch = isOn && rights.includes('watchlist')
  const issue = useQuery({
    ...callQuery(finListNewest, { params: { exchange: market } }),
    enabled: isOn && rights.includes(`finlist:${market}`),
  })
  const watchlists = useQuery({ ...watchlistsOfPerson(), enabled: mayWatch })
  const lists = (watchlists.data ?? []).filter(({ stockCount }) => stockCount > 0).slice(0, mostLists)
  const positions = useQuery({
    ...positionsIn(lists.map(({ watchlistId }) => watchlistId)),
    enabled: mayWatch && lists.length > 0,
  })
  const set = useQuery({ ...callQuery(alerts), enabled: isOn })
  const said = JSON.stringify(
    !isOn
      ? []
      : [
          ...(issue.data?.stockList ?? [])
            .filter(stock => stock.stockCode === stockCode && !stock.mask && stock.buyPoint > 0)
            .map(({ buyPoint }) => ({ price: buyPoint, label: t('line.buy-point') })),
          ...(positions.data ?? [])
            .filter(it => it.exchange === market && it.stockCode === stockCode && it.buyPrice > 0)
            .flatMap(({ buyPrice }) => [
              { price: buyPrice, label: t('line.bought') },
              { price: buyPrice * (1 - lastStop / 100), label: t('line.stop', { percent: lastStop }) },
            ]),
          ...(set.data?.alerts ?? [])
            .filter(it => it.exchange === market && it.stockCode === stockCode && !it.paused && !it.asleep)
            .flatMap(({ kind, value }) => {
              const line = alertLines[kind]
              return line && value !== null ? [{ price: value, label: t(line) }] : []
            }),
        ],
  )
  // Removes duplicates: two watchlists may contain the stock at the same buy price.
  return useMemo(
    () => [...new Map((JSON.parse(said) as Level[]).map(level => [`${level.label} ${level.price}`, level])).values()],
    [said],
  )
}
