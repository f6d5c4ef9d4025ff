import type { Bar } from '@finlist/demo-market/market'
import { marketIndex } from '@finlist/domain/markets'
import { ok, type Vendor } from '../answer.ts'
import { barsIn, codeOf, dividendsOf, isListed, type MarketSource, splitsOf } from '../facts.ts'

/** FinMind's API, a single route on which the parameter `dataset` selects the data. */
export function finMind(markets: MarketSource, key: string): Vendor {
  return ({ path, query, headers }) => {
    if (path !== 'data') return undefined
    if (key && headers['authorization'] !== `Bearer ${key}`)
      return { status: 401, body: { msg: 'token is illegal', status: 401 } }
    const market = markets('TW')
    const dataId = query.get('data_id')
    const [from, to] = [query.get('start_date') ?? '', query.get('end_date') ?? '9999']
    const stocks = market.stocks.filter(stock => isListed(market, stock) && (!dataId || codeOf(stock) === dataId))
    const within = ({ date }: { date: string }) => date >= from && date <= to
    const price = (stock_id: string, { date, open, high, low, close, volume }: Bar) => ({
      date,
      stock_id,
      Trading_Volume: volume,
      Trading_money: Math.round(volume * close),
      open,
      max: high,
      min: low,
      close,
      spread: 0,
      Trading_turnover: 1,
    })
    const listed = (data: unknown[]) => ok({ msg: 'success', status: 200, data })
    switch (query.get('dataset')) {
      case 'TaiwanStockInfo':
        return listed(
          stocks.map(({ listing: it }) => ({
            industry_category: it.sectorZh,
            stock_id: it.stockCode,
            stock_name: it.stockNameZh || it.stockName,
            type: 'twse',
            date: market.days.at(-1),
          })),
        )
      case 'TaiwanStockPrice': {
        const withIndex = dataId === null || dataId === marketIndex.TW
        return listed([
          ...(withIndex ? barsIn(market, market.index, from, to).map(bar => price(marketIndex.TW, bar)) : []),
          ...stocks.flatMap(stock => barsIn(market, stock, from, to).map(bar => price(codeOf(stock), bar))),
        ])
      }
      case 'TaiwanStockSplitPrice':
        return listed(
          stocks.flatMap(stock =>
            splitsOf(market, stock)
              .filter(within)
              .map(({ date, newShares }) => ({
                date,
                stock_id: codeOf(stock),
                type: '分割',
                before_price: newShares * 100,
                after_price: 100,
              })),
          ),
        )
      case 'TaiwanStockDividend':
        return listed(
          stocks.flatMap(stock =>
            dividendsOf(market, stock)
              .filter(within)
              .map(({ date, amount }) => ({
                date,
                stock_id: codeOf(stock),
                year: '',
                CashEarningsDistribution: amount,
                CashStatutorySurplus: 0,
                CashExDividendTradingDate: date,
              })),
          ),
        )
      case 'TaiwanStockDelisting':
        return listed([])
      default:
        return { status: 400, body: { msg: 'parameter error', status: 400 } }
    }
  }
}
