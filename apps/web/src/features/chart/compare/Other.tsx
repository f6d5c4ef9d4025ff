import type { DayBar } from '@finlist/domain/chart/spans'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { infoOf } from '../queries.ts'
import { describe } from '../SymbolSearch.tsx'
import { type Of, useOther } from './use-other.ts'

/** The loaded data of a compared symbol. */
export type Known = { bars: readonly DayBar[] | undefined; error: Error | null; name: string | undefined }

type Props = Of & { symbol: string; onKnown: (symbol: string, known: Known) => void }

/** Fetches a compared symbol and passes the result to `onKnown`. */
export function Other({ symbol, onKnown, ...of }: Props) {
  const { data: bars, error } = useOther(symbol, of)
  const { data: info } = useQuery(infoOf(symbol))
  const name = info && describe(info)
  useEffect(() => onKnown(symbol, { bars, error, name }), [symbol, bars, error, name, onKnown])
  return null
}
