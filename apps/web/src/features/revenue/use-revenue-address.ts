import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { productNow } from '../../api/product-now.ts'
import { changedQuery } from '../../components/changed-query.ts'
import { type Dimension, dimensions } from './figures.ts'
import { monthOf, monthsBefore } from './months.ts'

export const spans = ['6', '12', '24', '36'] as const
type Span = (typeof spans)[number]
const usual: Span = '12'

/**
 * The selection in the address: the number of months shown up to the current one, the month shown in detail, and the
 * dimension.
 */
export function useRevenueAddress() {
  const [query, setQuery] = useSearchParams()
  const [to] = useState(() => monthOf(productNow()))
  const span = spans.find(known => known === query.get('months')) ?? usual
  const from = monthsBefore(to, Number(span) - 1)
  const asked = query.get('month') ?? ''
  return {
    from,
    to,
    span,
    month: /^20\d\d-(0[1-9]|1[0-2])$/.test(asked) && asked >= from && asked <= to ? asked : to,
    by: dimensions.find((known): known is Dimension => known === query.get('by')) ?? 'product',
    change: (name: 'months' | 'month' | 'by', value: string) =>
      setQuery(changedQuery(location.search, { [name]: value }), { replace: true }),
  }
}
