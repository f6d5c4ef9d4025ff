import { chartHistory } from '@finlist/contract/charts/chart'
import { historyDays } from '@finlist/contract/market-trend'
import { type ExchangeId, marketIndex } from '@finlist/domain/markets'
import { callQuery } from '../../api/query-client.ts'

/** Slightly more bars than the history has days, because the index may have days on which no stock has a price. */
const indexBars = historyDays + 20

/** Query for the market's index by day, as far back as the history. */
export const indexOf = (exchange: ExchangeId) => ({
  ...callQuery(chartHistory, {
    query: {
      symbol: `${exchange}:${marketIndex[exchange]}`,
      resolution: '1D',
      countback: indexBars,
      format: 'udf',
    },
  }),
  staleTime: 5 * 60_000,
})
