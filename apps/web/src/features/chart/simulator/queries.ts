import { simulatorInfo } from '@finlist/contract/charts/chart'
import { callQuery } from '../../../api/query-client.ts'

export const startOf = (symbol: string) => ({
  ...callQuery(simulatorInfo, { query: { symbol } }),
  staleTime: Number.POSITIVE_INFINITY,
})
