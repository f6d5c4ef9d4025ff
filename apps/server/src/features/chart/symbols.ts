import type { FoundSymbol, SymbolInfo } from '@finlist/contract/charts/chart'
import { type ChartExchange, isPractice } from '@finlist/domain/chart/padded'
import { type ChartSymbol, parseSymbol, symbolOf } from '@finlist/domain/chart/symbol'
import { currencyOf } from '@finlist/domain/markets'
import type { Trading } from '@finlist/domain/markets/trading'
import { trading } from '@finlist/domain/trading'
import { Cache } from '../../db/cache.ts'
import type { Database } from '../../db/database.ts'
import { readNameFacts } from './name-facts.ts'
import { type ListedSymbol, readPracticeStocks, readStocks } from './store.ts'
import { type Found, type Searched, searchable, searchIn } from './symbol-search.ts'
import { timeOf } from './times.ts'

export type Symbols = {
  /** Undefined if no symbol of that name is listed. */
  find(symbol: ChartSymbol): Promise<ListedSymbol | undefined>
  search(asked: Asked): Promise<FoundSymbol[]>
}
type Asked = { query: string; exchange: string; type: string; limit: number; asOf?: string | undefined }

type Kept = { byName: Map<string, ListedSymbol>; all: Searched[] }

/** Cache of all symbols that have a chart. */
export function symbols({ db, changes }: Database): Symbols {
  const kept = new Cache<'all', Kept>({
    changes,
    maxEntries: 1,
    dependsOn: {
      finlist: 'all',
      prices: 'all',
      movers: 'all',
      'profit-alerts': 'all',
      shareholding: 'all',
      game: 'all',
      names: 'all',
    },
    load: async () => {
      const listed = [...(await readStocks(db)), ...(await readPracticeStocks(db))]
      return {
        all: searchable(listed, await readNameFacts(db)),
        byName: new Map(listed.map(symbol => [symbolOf(symbol), symbol])),
      }
    },
  })
  return {
    find: async symbol => (await kept.get('all')).byName.get(symbolOf(symbol)),
    search: async asked => searchIn((await kept.get('all')).all, asked).map(toFound),
  }
}

/** The symbol in a request. The specification's flags mark a bare code as one of the simulator or the game. */
export function symbolAsked(asked: { symbol: string; isSimulator?: string | undefined; isGame?: string | undefined }) {
  const space: ChartExchange | undefined =
    asked.isGame === 'true' ? 'GAME' : asked.isSimulator === 'true' ? 'PRAC' : undefined
  return parseSymbol(asked.symbol, space)
}

const toFound = ({ symbol, former }: Found): FoundSymbol => ({
  symbol: symbol.stockCode,
  full_name: symbolOf(symbol),
  ticker: symbolOf(symbol),
  description: symbol.stockName || symbol.stockNameZh,
  description_zh: symbol.stockNameZh || symbol.stockName,
  exchange: symbol.exchange,
  type: symbol.type,
  ...(symbol.delisted && { delisted_on: symbol.delisted.on }),
  ...(former && {
    formerly: former.stockName || former.stockNameZh || former.code,
    formerly_zh: former.stockNameZh || former.stockName || former.code,
  }),
})

export const supportedResolutions = ['1D', '1W', '1M']

type Facts = Pick<Trading, 'chartName' | 'session' | 'timeZone' | 'priceScale'> & { currency: string }

/** Trading hours and other facts of the market; practice symbols use Hong Kong's. */
export function factsOf(exchange: ChartExchange): Facts {
  if (isPractice(exchange)) return { ...factsOf('HKEX'), chartName: exchange === 'PRAC' ? 'Practice' : 'Game' }
  return { ...trading[exchange], currency: currencyOf[exchange] }
}

export function symbolInfo(symbol: ListedSymbol, mayExport: boolean): SymbolInfo {
  const { session, timeZone, currency, priceScale } = factsOf(symbol.exchange)
  return {
    name: symbol.stockCode,
    ticker: symbolOf(symbol),
    full_name: symbolOf(symbol),
    description: symbol.stockName || symbol.stockNameZh,
    description_zh: symbol.stockNameZh || symbol.stockName,
    type: symbol.type,
    session,
    timezone: timeZone,
    exchange: symbol.exchange,
    listed_exchange: symbol.exchange,
    'exchange-listed': symbol.exchange,
    'exchange-traded': symbol.exchange,
    currency_code: currency,
    format: 'price',
    minmov: 1,
    minmov2: 0,
    minmove2: 0,
    pricescale: priceScale,
    has_intraday: false,
    has_daily: true,
    has_weekly_and_monthly: true,
    supported_resolutions: supportedResolutions,
    volume_precision: 0,
    data_status: 'endofday',
    may_export: mayExport,
    ...(symbol.delisted && {
      expired: true,
      expiration_date: timeOf(symbol.delisted.on) / 1_000,
      delisted: symbol.delisted,
    }),
  }
}
