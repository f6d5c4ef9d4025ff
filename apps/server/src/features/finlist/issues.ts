import {
  type FinListStock,
  type FundamentalData,
  finListIssueDates,
  finListLastUpdated,
  finListStocks,
} from '@finlist/contract/finlist'
import { finListEarlier } from '@finlist/contract/finlist-earlier'
import { finListFigures } from '@finlist/contract/finlist-figures'
import { finListShareholdings } from '@finlist/contract/finlist-holders'
import { freeFinList } from '@finlist/contract/free-finlist'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { Cache } from '../../db/cache.ts'
import type { Database, Db } from '../../db/database.ts'
import { lastPublished } from '../../db/topics.ts'
import { EncodedResponse } from '../../http/encoded-response.ts'
import { RowTemplate } from '../../http/row-template.ts'
import { openPickOf } from '../../market-data/lists/open-pick.ts'
import { readFigures } from '../../market-data/lists/pick-figures.ts'
import { readIssueDates, readPicks, stockOf } from '../../market-data/lists/picks.ts'
import { quarterOf } from '../../market-data/store/quarter.ts'
import { readChanges } from './changes.ts'
import { readEarlier } from './earlier.ts'
import { readFundamentals, readTopHolders } from './store.ts'
import { readWhys } from './why.ts'

type IssueKey = `${ExchangeId} ${string}`

/** A list as sent to everyone, and its rows as a template for adding a user's own positions. */
export type List = { ready: EncodedResponse; rows: RowTemplate }

/** Cached FinList responses, built once per publication; undefined if the issue does not exist. */
export type FinListIssues = {
  dates: Cache<ExchangeId, EncodedResponse>
  stocks: Cache<IssueKey, List | undefined>
  newest: Cache<ExchangeId, List>
  changes: Cache<IssueKey, EncodedResponse | undefined>
  /** The explanations of an issue's picks, by stock code. */
  whys: Cache<IssueKey, ReadonlyMap<string, EncodedResponse> | undefined>
  figures: Cache<IssueKey, EncodedResponse>
  /** Earlier lists with a stock, by market and stock code. */
  earlier: Cache<IssueKey, EncodedResponse>
  free: Cache<ExchangeId, EncodedResponse>
  shareholdings: Cache<string, EncodedResponse>
  lastUpdated: Cache<ExchangeId, EncodedResponse>
}

export function finListIssues({ db, changes }: Database): FinListIssues {
  const ready = <K extends string, V>(most: number, load: (key: K) => Promise<V>) =>
    new Cache<K, V>({
      changes,
      maxEntries: most,
      load,
      dependsOn: {
        finlist: isOfMarket,
        prices: isOfMarket,
        board: isOfMarket,
        chance: isOfMarket,
        shareholding: 'all',
      },
    })
  const everyMarket = exchangeIds.length
  return {
    dates: ready(
      everyMarket,
      async exchange => await EncodedResponse.make(finListIssueDates, await readIssueDates(db, exchange)),
    ),
    stocks: ready(80, async key => {
      const stocks = await readStocks(db, ...issueOf(key))
      return stocks.length === 0 ? undefined : await listOf(stocks)
    }),
    changes: ready(80, key => readChanges(db, ...issueOf(key))),
    figures: ready(80, async key => {
      const figures = await readFigures(db, ...issueOf(key))
      return await EncodedResponse.make(
        finListFigures,
        [...figures].map(([stockCode, of]) => ({ stockCode, ...of })),
      )
    }),
    earlier: ready(
      500,
      async key => await EncodedResponse.make(finListEarlier, await readEarlier(db, ...issueOf(key))),
    ),
    whys: ready(20, key => readWhys(db, ...issueOf(key))),
    newest: ready(everyMarket, async exchange => {
      const [issueDate = null] = await readIssueDates(db, exchange)
      const stocks = issueDate ? await readStocks(db, exchange, issueDate) : []
      return await listOf(stocks, [
        `{"status":"success","data":{"issueDate":${JSON.stringify(issueDate)},"stockList":[`,
        ']}}',
      ])
    }),
    free: ready(everyMarket, async exchange => {
      const [issueDate = null] = await readIssueDates(db, exchange)
      const stocks = issueDate ? await readStocks(db, exchange, issueDate) : []
      const pick = openPickOf(stocks)
      return await EncodedResponse.make(freeFinList, {
        issueDate,
        total: stocks.length,
        stockList: pick ? [pick.stock] : [],
      })
    }),
    shareholdings: ready(20, async issueDate => {
      const holders = await readTopHolders(db, issueDate)
      return await EncodedResponse.make(
        finListShareholdings,
        holders.map(holder => ({
          stockCode: holder.stock_code,
          participantName: holder.participant_name,
          shareholding: holder.shareholding,
          shareholdingPercent: holder.shareholding_percent,
          shareholdingDate: holder.shareholding_date,
        })),
      )
    }),
    lastUpdated: ready(everyMarket, async exchange => {
      const at = await lastPublished(db, `finlist:${exchange}`)
      return await EncodedResponse.make(finListLastUpdated, at?.toISOString() ?? null)
    }),
  }
}

const issueOf = (key: IssueKey) => key.split(' ') as [ExchangeId, string]

type Stock = Awaited<ReturnType<typeof readStocks>>[number]

async function listOf(stocks: readonly Stock[], around?: ConstructorParameters<typeof RowTemplate>[2]): Promise<List> {
  const keyed = stocks.map(({ stock }) => ({ key: stock.stockCode, row: stock }))
  const rows = new RowTemplate(finListStocks, keyed, around)
  return { ready: await EncodedResponse.of(rows.whole), rows }
}

const isOfMarket = (exchange: string, key: string) => exchange === marketOf(key)

/** The market that a cache key refers to. A key that is only a date refers to Hong Kong. */
const marketOf = (key: string) => exchangeIds.find(id => key.startsWith(id)) ?? 'HKEX'

async function readStocks(db: Db, exchange: ExchangeId, issueDate: string) {
  const [picks, quarters] = await Promise.all([
    readPicks(db, exchange, issueDate),
    readFundamentals(db, exchange, issueDate),
  ])
  const byStock = Map.groupBy(quarters, quarter => quarter.stock_code)
  return picks.map(pick => ({
    free: pick.free_pick,
    stock: {
      ...stockOf(pick),
      fundamentalData: fundamentalsOf(byStock.get(pick.stock_code) ?? []),
    } satisfies FinListStock,
  }))
}

const fundamentalsOf = (quarters: Awaited<ReturnType<typeof readFundamentals>>): FundamentalData =>
  Object.fromEntries(quarters.map(row => [`q${row.quarter}`, quarterOf(row)]))
