import { finListEarlier } from '@finlist/contract/finlist-earlier'
import type { ExchangeId } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callQuery } from '../../../api/query-client.ts'
import type { KnownRank } from './study-kind.ts'

type Props = { exchange: ExchangeId; stockCode: string; onKnown: (ranks: readonly KnownRank[] | undefined) => void }

/**
 * Lazy-loaded. Fetches the stock's ranks while their study is on the chart. Without the right to them, the user gets
 * none.
 */
export default function Ranks({ exchange, stockCode, onKnown }: Props) {
  const { data } = useQuery({
    ...callQuery(finListEarlier, { params: { exchange }, query: { stockCode } }),
    retry: false,
  })
  useEffect(() => {
    onKnown(data)
    return () => onKnown(undefined)
  }, [data, onKnown])
  return null
}
