import { alerts } from '@finlist/contract/alerts'
import type { AlertKind } from '@finlist/domain/alerts/kind-names'
import { symbolOf } from '@finlist/domain/chart/symbol'
import { guidance } from '@finlist/domain/watchlist/figures'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callQuery } from '../../api/query-client.ts'
import { watchlistsOfPerson } from '../watchlists.ts'
import { positionsIn } from './all-positions.ts'

/** Maximum number of lists whose positions are requested. Most people have three. */
const mostLists = 8
export const [, lastStop] = guidance.stop

/** A price that the user has set for a stock. `stop`: the lowest that the guidance allows for the buy price. */
export type OwnPrice = { kind: 'bought' | 'stop' | 'alert-above' | 'alert-below'; price: number }

const alertPrices: { [kind in AlertKind]?: OwnPrice['kind'] } = {
  'price-above': 'alert-above',
  'price-below': 'alert-below',
}

/** The user's buy prices with their stops, and the prices of their active alerts, by symbol. */
export function useOwnPrices(rights: readonly string[], isOn: boolean): ReadonlyMap<string, readonly OwnPrice[]> {
  const mayWatch = isOn && rights.includes('watchlist')
  const watchlists = useQuery({ ...watchlistsOfPerson(), enabled: mayWatch })
  const lists = (watchlists.data ?? []).filter(({ stockCount }) => stockCount > 0).slice(0, mostLists)
  const positions = useQuery({
    ...positionsIn(lists.map(({ watchlistId }) => watchlistId)),
    enabled: mayWatch && lists.length > 0,
  }).data
  const set = useQuery({ ...callQuery(alerts), enabled: isOn }).data
  return useMemo(() => {
    const bySymbol = new Map<string, OwnPrice[]>()
    const add = (symbol: string, own: OwnPrice) => {
      const known = bySymbol.get(symbol) ?? []
      // Two watchlists may contain the stock at the same buy price.
      if (!known.some(({ kind, price }) => kind === own.kind && price === own.price))
        bySymbol.set(symbol, [...known, own])
    }
    for (const position of positions ?? []) {
      if (position.buyPrice <= 0) continue
      add(symbolOf(position), { kind: 'bought', price: position.buyPrice })
      add(symbolOf(position), { kind: 'stop', price: position.buyPrice * (1 - lastStop / 100) })
    }
    for (const { exchange, stockCode, kind, value, paused, asleep } of set?.alerts ?? []) {
      const own = alertPrices[kind]
      if (own && stockCode !== null && value !== null && !paused && !asleep)
        add(symbolOf({ exchange, stockCode }), { kind: own, price: value })
    }
    return bySymbol
  }, [positions, set])
}
