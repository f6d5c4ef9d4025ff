import { marketTrend, stateRates } from '@finlist/contract/market-trend'
import type { ExchangeId } from '@finlist/domain/markets'
import { callQuery } from '../../api/query-client.ts'

export const trendOf = (exchange: ExchangeId) => callQuery(marketTrend, { params: { exchange } })

export const stateRatesOf = (exchange: ExchangeId) => callQuery(stateRates, { params: { exchange } })
