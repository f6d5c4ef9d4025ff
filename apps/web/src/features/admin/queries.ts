import { listUploads } from '@finlist/contract/admin'
import { chartHistory, chartPatterns, chartSearch, simulatorInfo } from '@finlist/contract/chart'
import { advancedVideos, standardVideos, sundayClubVideos } from '@finlist/contract/education'
import { finListIssueDates, finListLastUpdated, finListStocks, freeFinList } from '@finlist/contract/finlist'
import { gameLevels } from '@finlist/contract/fintrainer'
import { marketTrend, proposedTrends } from '@finlist/contract/market-trend'
import { marketTrendLastUpdated, messagesForAll } from '@finlist/contract/messages'
import { movers, moversPlus } from '@finlist/contract/movers'
import { profitAlerts } from '@finlist/contract/profit-alerts'
import { participantShareholdings, shareholdingChanges, stockShareholdings } from '@finlist/contract/shareholding'
import { listSystemMessages } from '@finlist/contract/system-messages'
import type { QueryClient } from '@tanstack/react-query'
import { callQuery } from '../../api/query-client.ts'

export const uploadRecords = () => callQuery(listUploads)

/** Invalidates what an upload or a roll-back changes. */
export async function forgetMarketData(queries: QueryClient): Promise<void> {
  const calls = [
    listUploads,
    chartHistory,
    chartPatterns,
    chartSearch,
    simulatorInfo,
    gameLevels,
    finListIssueDates,
    finListStocks,
    finListLastUpdated,
    freeFinList,
    marketTrend,
    marketTrendLastUpdated,
    proposedTrends,
    shareholdingChanges,
    stockShareholdings,
    participantShareholdings,
    movers,
    moversPlus,
    profitAlerts,
    sundayClubVideos,
    standardVideos,
    advancedVideos,
  ]
  await Promise.all(calls.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
}

/** Invalidates what a published or withdrawn message changes; this browser's own poll is one of these queries. */
export async function forgetMessages(queries: QueryClient): Promise<void> {
  for (const { path } of [listSystemMessages, messagesForAll]) {
    // A first answer still on its way may be older than the change.
    await queries.cancelQueries({ queryKey: [path] })
    void queries.invalidateQueries({ queryKey: [path] })
  }
}
