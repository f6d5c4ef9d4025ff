import { marketTrend } from '@finlist/contract/market-trend'
import type { ExchangeId } from '@finlist/domain/markets'
import { callQuery } from '../../api/query-client.ts'

export const trendOf = (exchange: ExchangeId) => callQuery(marketTrend, { params: { exchange } })
