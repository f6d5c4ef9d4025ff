import type { DemoMarket, DemoStock } from '@finlist/demo-market/market'
import { addDays, type Day, isHalfDay, isTradingDay, weekday } from '@finlist/domain/calendar'
import { currencyOf, type ExchangeId, exchangeIds, marketIndex } from '@finlist/domain/markets'
import { trading } from '@finlist/domain/trading'
import { type Answer, type Ask, notFound, ok, type Vendor } from '../answer.ts'
import { barsIn, codeOf, dividendsOf, isListed, type MarketSource, splitsOf } from '../facts.ts'
import { fundamentalsOf } from './eodhd-fundamentals.ts'
import { delayedQuotes } from './eodhd-quotes.ts'

const covered = exchangeIds.flatMap(exchange => {
  const { eodhd } = trading[exchange]
  return eodhd ? [{ exchange, ...eodhd }] : []
})
/** Whether a stock belongs to the venue, for markets with several venues. */
const stocksOf: Record<string, (code: string) => boolean> = {
  SHG: code => code.startsWith('6'),
  SHE: code => !code.startsWith('6'),
  TW: code => Number(code.at(-1)) % 2 === 0,
  TWO: code => Number(code.at(-1)) % 2 !== 0,
}
const places: Record<string, { exchange: ExchangeId; has: (code: string) => boolean }> = Object.fromEntries(
  covered.flatMap(({ exchange, codes }) =>
    codes.map(code => [code, { exchange, has: stocksOf[code] ?? (() => true) }]),
  ),
)
const indices: Record<string, ExchangeId> = Object.fromEntries(covered.map(({ exchange, index }) => [index, exchange]))
const shares = (count: number) => count.toFixed(6)

/**
 * EODHD's routes under /api: lists of symbols, price histories, all prices of one day, the holidays of an exchange, the
 * fundamentals of a company, and delayed quotes of Hong Kong.
 */
export function eodhd(markets: MarketSource, key: string, now: () => number): Vendor {
  const quotes = delayedQuotes(() => markets('HKEX'), now)
  return ask => {
    if (ask.query.get('api_token') !== key) return { status: 401, body: 'Unauthenticated' }
    const [what = '', of = ''] = ask.path.split('/')
    if (what === 'eod' || what === 'splits' || what === 'div' || what === 'fundamentals')
      return ofSymbol(markets, what, decodeURIComponent(of), ask)
    if (what === 'real-time') return quotes(decodeURIComponent(of), ask.query.get('s'))
    const place = places[of]
    if (!place) return undefined
    const market = markets(place.exchange)
    const stocks = market.stocks.filter(stock => isListed(market, stock) && place.has(codeOf(stock)))
    if (what === 'exchange-symbol-list')
      return ok(ask.query.get('delisted') === '1' ? [] : stocks.map(stock => listed(stock, of, market)))
    if (what === 'eod-bulk-last-day') return ok(bulk(market, stocks, of, ask))
    if (what === 'exchange-details') return ok(details(place.exchange, market.days.at(-1)!))
    return undefined
  }
}

const listed = ({ listing }: DemoStock, place: string, { exchange }: DemoMarket) => ({
  Code: listing.stockCode,
  Name: listing.stockName,
  Country: '',
  Exchange: place === 'US' ? 'NASDAQ' : place,
  Currency: currencyOf[exchange],
  Type: 'Common Stock',
  Isin: null,
})

function bulk(market: DemoMarket, stocks: DemoStock[], place: string, { query }: Ask): unknown[] {
  const date = query.get('date') ?? market.days.at(-1)!
  switch (query.get('type')) {
    case 'splits':
      return stocks.flatMap(stock =>
        splitsOf(market, stock)
          .filter(split => split.date === date)
          .map(split => ({
            code: codeOf(stock),
            exchange: place,
            date,
            split: `${shares(split.newShares)}/${shares(split.oldShares)}`,
          })),
      )
    case 'dividends':
      return stocks.flatMap(stock =>
        dividendsOf(market, stock)
          .filter(dividend => dividend.date === date)
          .map(({ amount, currency }) => ({
            code: codeOf(stock),
            exchange: place,
            date,
            dividend: amount.toFixed(5),
            currency,
            unadjustedValue: amount.toFixed(5),
          })),
      )
    default:
      return stocks.flatMap(stock =>
        barsIn(market, stock, date, date).map(({ close, ...bar }) => ({
          code: codeOf(stock),
          exchange_short_name: place,
          ...bar,
          close,
          adjusted_close: close,
        })),
      )
  }
}

type OfSymbol = 'eod' | 'splits' | 'div' | 'fundamentals'

function ofSymbol(markets: MarketSource, what: OfSymbol, symbol: string, { query }: Ask): Answer {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '9999']
  const ofIndex = indices[symbol]
  if (ofIndex) {
    const market = markets(ofIndex)
    if (what === 'fundamentals') return ok(JSON.stringify(symbol.slice(0, symbol.lastIndexOf('.'))))
    return what === 'eod' && marketIndex[ofIndex]
      ? ok(barsIn(market, market.index, from, to).map(bar => ({ ...bar, adjusted_close: bar.close })))
      : ok([])
  }
  const dot = symbol.lastIndexOf('.')
  const place = places[symbol.slice(dot + 1)]
  const market = place && markets(place.exchange)
  const stock = market?.stocks.find(found => codeOf(found) === symbol.slice(0, dot))
  if (!market || !stock) return notFound
  if (what === 'fundamentals') return ok(fundamentalsOf(market, stock, query.get('filter') ?? ''))
  const within = ({ date }: { date: Day }) => date >= from && date <= to
  if (what === 'splits')
    return ok(
      splitsOf(market, stock)
        .filter(within)
        .map(({ date, newShares, oldShares }) => ({ date, split: `${shares(newShares)}/${shares(oldShares)}` })),
    )
  if (what === 'div')
    return ok(
      dividendsOf(market, stock)
        .filter(within)
        .map(({ date, amount, currency }) => ({ date, value: amount, unadjustedValue: amount, currency })),
    )
  return ok(barsIn(market, stock, from, to).map(bar => ({ ...bar, adjusted_close: bar.close })))
}

/** The holidays and half days of the exchange in the next half year. */
function details(exchange: ExchangeId, last: Day) {
  const days = Array.from({ length: 180 }, (_, ahead) => addDays(last, ahead + 1))
  const closed = days.filter(day => weekday(day) % 6 !== 0 && !isTradingDay(exchange, day))
  const half = days.filter(day => isHalfDay(exchange, day))
  const numbered = (rows: object[]) => Object.fromEntries(rows.map((row, at) => [String(at), row]))
  return {
    Code: exchange,
    ExchangeHolidays: numbered(closed.map(Date => ({ Holiday: 'Holiday', Date, Type: 'official' }))),
    ExchangeEarlyCloseDays: numbered(half.map(Date => ({ Holiday: 'Half day', Date, Type: 'official' }))),
  }
}
