import { marketMap } from '@finlist/contract/screener'
import type { ExchangeId } from '@finlist/domain/markets'
import { callQuery } from '../../api/query-client.ts'

export const mapOf = (exchange: ExchangeId) => callQuery(marketMap, { params: { exchange } })
