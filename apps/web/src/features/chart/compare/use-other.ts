import { chartHistory } from '@finlist/contract/charts/chart'
import type { Adjustment } from '@finlist/domain/adjust/kinds'
import type { Day } from '@finlist/domain/calendar'
import type { DayBar, Resolution } from '@finlist/domain/chart/spans'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { productNow } from '../../../api/product-now.ts'
import { madeFrom } from '../../../api/query-client.ts'
import { barsSince } from '../queries.ts'

export type Of = { first: DayBar | undefined; resolution: Resolution; adjustment: Adjustment; asOf?: Day | undefined }

/** The bars of a compared symbol, from the chart's oldest bar on. */
export function useOther(symbol: string, { first, resolution, adjustment, asOf }: Of) {
  const [now] = useState(productNow)
  return useQuery({
    queryKey: [chartHistory.path, 'compared', symbol, resolution, adjustment, first?.date, asOf],
    meta: madeFrom(chartHistory),
    enabled: first !== undefined,
    staleTime: 5 * 60_000,
    placeholderData: keepPreviousData,
    queryFn: () => barsSince(first!, { symbol, resolution, adjustment, now, asOf }),
  })
}
