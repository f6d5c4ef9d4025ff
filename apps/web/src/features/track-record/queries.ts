import { type Track, trackedPicks, trackRecord, youngPicks } from '@finlist/contract/track-record'
import type { ExchangeId } from '@finlist/domain/markets'
import { callQuery } from '../../api/query-client.ts'

export const recordOf = (exchange: ExchangeId) => callQuery(trackRecord, { params: { exchange } })

export const picksOf = (exchange: ExchangeId, track: Track, year: number) =>
  callQuery(trackedPicks, { params: { exchange }, query: { track, year } })

export const youngPicksOf = (exchange: ExchangeId) => callQuery(youngPicks, { params: { exchange } })
