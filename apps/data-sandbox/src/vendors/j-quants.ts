import { addDays, isHalfDay, isTradingDay } from '@finlist/domain/calendar'
import { ok, type Vendor } from '../answer.ts'
import { barsIn, codeOf, isListed, type MarketSource, splitsOf } from '../facts.ts'

const rowsAPage = 100

/** J-Quants' routes under /v2. The prices of a day are paginated. */
export function jQuants(markets: MarketSource, key: string): Vendor {
  return ({ path, query, headers }) => {
    if (headers['x-api-key'] !== key) return { status: 403, body: { message: 'The API key is invalid.' } }
    const market = markets('JP')
    const stocks = market.stocks.filter(stock => isListed(market, stock))
    if (path === 'equities/master')
      return ok({
        data: stocks.map(({ listing: it }) => ({
          Date: market.days.at(-1),
          Code: `${it.stockCode}0`,
          CoName: it.stockName,
          CoNameEn: it.stockName,
          S33Nm: it.sector,
          Mkt: '0111',
        })),
      })
    if (path === 'markets/calendar') {
      const from = query.get('from') ?? market.days[0]!
      const days = Array.from({ length: 400 }, (_, ahead) => addDays(from, ahead)).filter(
        day => day <= (query.get('to') ?? '9999'),
      )
      const division = (day: string) => (isHalfDay('JP', day) ? '2' : isTradingDay('JP', day) ? '1' : '0')
      return ok({ data: days.map(day => ({ Date: day, HolDiv: division(day) })) })
    }
    if (path !== 'equities/bars/daily') return undefined
    const date = query.get('date') ?? ''
    const start = Number(query.get('pagination_key') ?? 0)
    const isDay = market.days.includes(date)
    const rows = stocks.flatMap(stock => {
      const [bar] = barsIn(market, stock, date, date)
      if (!bar && !isDay) return []
      const split = splitsOf(market, stock).find(found => found.date === date)
      const AdjFactor = split ? Number((split.oldShares / split.newShares).toFixed(6)) : 1
      const { open = null, high = null, low = null, close = null, volume = null } = bar ?? {}
      return [{ Date: date, Code: `${codeOf(stock)}0`, O: open, H: high, L: low, C: close, Vo: volume, AdjFactor }]
    })
    const next = start + rowsAPage < rows.length ? { pagination_key: String(start + rowsAPage) } : {}
    return ok({ data: rows.slice(start, start + rowsAPage), ...next })
  }
}
