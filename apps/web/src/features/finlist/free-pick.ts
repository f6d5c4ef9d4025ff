import { freeFinList } from '@finlist/contract/free-finlist'
import type { ExchangeId } from '@finlist/domain/markets'
import { callQuery } from '../../api/query-client.ts'

export const freePickOf = (exchange: ExchangeId) => callQuery(freeFinList, { params: { exchange } })
