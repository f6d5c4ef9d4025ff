import { createRequire } from 'node:module'
import type { FoundSymbol, SymbolInfo } from '@finlist/contract/charts/chart'
import { parseMarked } from '@finlist/domain/chart/marked-code'
import { type ChartExchange, isPractice } from '@finlist/domain/chart/padded'
import { type ChartSymbol, parseSymbol, symbolOf } from '@finlist/domain/chart/symbol'
import { currencyOf } from '@finlist/domain/markets'
import type { Trading } from '@finlist/domain/markets/trading'
import { trading } from '@finlist/domain/trading'
import { Cache } from '../../db/cache.ts'
import type { Database } from '../../db/database.ts'
import { type ListedSymbol, readPracticeStocks, readStocks } from './store.ts'
import { timeOf } from './times.ts'

export type Symbols = {
  /** Undefined if no symbol of that name is listed. */
  find(symbol: ChartSymbol): Promise<ListedSymbol | undefined>
  search(asked: Asked): Promise<FoundSymbol[]>
}
type Asked = { query: string; exchange: string; type: string; limit: number; asOf?: string | undefined }

type Searched = ListedSymbol & { searchedZh: string }
type Kept = { byName: Map<string, ListedSymbol>; all: Searched[] }

/** Converts traditional characters to simplified ones, so that a search in either matches. */
const oneScript = (text: string) => {
  convert ??= (require('opencc-js/t2cn') as typeof import('opencc-js/t2cn')).Converter({ from: 'hk', to: 'cn' })
  return convert(text)
}
const require = createRequire(import.meta.url)
let convert: ((text: string) => string) | undefined

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
    },
    load: async () => {
      const listed = [...(await readStocks(db)), ...(await readPracticeStocks(db))].toSorted(inOrder)
      const all = listed.map(symbol => ({ ...symbol, searchedZh: oneScript(symbol.stockNameZh) }))
      return { all, byName: new Map(all.map(symbol => [symbolOf(symbol), symbol])) }
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

const digits = /^\d+$/

/** Sorts numeric codes first, by number; then the others alphabetically. */
function inOrder(a: ListedSymbol, b: ListedSymbol): number {
  const [left, right] = [digits.test(a.stockCode), digits.test(b.stockCode)]
  if (left !== right) return left ? -1 : 1
  const order = left ? Number(a.stockCode) - Number(b.stockCode) : a.stockCode.localeCompare(b.stockCode, 'en')
  return order || a.exchange.localeCompare(b.exchange, 'en')
}

const most = 100

function searchIn(all: readonly Searched[], { query, exchange, type, limit, asOf }: Asked): ListedSymbol[] {
  const marked = parseMarked(query)
  const rank = rankOf(query.normalize('NFKC').trim().toLowerCase(), marked?.stockCode.toLowerCase())
  const found: ListedSymbol[][] = [[], [], [], []]
  for (const symbol of all) {
    if (exchange ? symbol.exchange !== exchange : isPractice(symbol.exchange)) continue
    if (type && type !== symbol.type) continue
    if (marked && marked.exchange !== symbol.exchange) continue
    const place = rank(symbol)
    if (place === none) continue
    const known = asKnown(symbol, asOf)
    found[place > 0 && known.delisted ? last : place]!.push(known)
  }
  return found.flat().slice(0, Math.min(limit, most))
}

const [last, none] = [3, 4]

/** Search rank: 0 for the exact code, 1 for a code with this prefix, 2 for a name that contains it, 4 for no match. */
function rankOf(wanted: string, markedCode?: string): (symbol: Searched) => number {
  if (wanted === '') return () => 1
  const code = markedCode ?? wanted.slice(wanted.indexOf(':') + 1)
  const number = digits.test(code) ? Number(code) : undefined
  const wantedZh = oneScript(wanted)
  return ({ stockCode, stockName, searchedZh }) => {
    const own = stockCode.toLowerCase()
    if (own === code || (number !== undefined && digits.test(own) && Number(own) === number)) return 0
    if (markedCode !== undefined) return none
    if (own.startsWith(code) || (number !== undefined && own.replace(/^0+/, '').startsWith(String(number)))) return 1
    return stockName.toLowerCase().includes(wanted) || searchedZh.includes(wantedZh) ? 2 : none
  }
}

const toFound = (symbol: ListedSymbol): FoundSymbol => ({
  symbol: symbol.stockCode,
  full_name: symbolOf(symbol),
  ticker: symbolOf(symbol),
  description: symbol.stockName || symbol.stockNameZh,
  description_zh: symbol.stockNameZh || symbol.stockName,
  exchange: symbol.exchange,
  type: symbol.type,
  ...(symbol.delisted && { delisted_on: symbol.delisted.on }),
})

/** The symbol as known at the end of a day: a stock that was delisted later counts as listed. */
export function asKnown({ delisted, ...symbol }: ListedSymbol, asOf = '9999-12-31'): ListedSymbol {
  return delisted && delisted.on <= asOf ? { ...symbol, delisted } : symbol
}

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
