import type { CallErrorEntry } from '@finlist/contract/envelope'
import { maxWatchlistStocks } from '@finlist/contract/watchlist'
import { type Language } from '@finlist/i18n/languages'
import type { Database } from '../../db/database.ts'
import { BadRequest } from '../../http/client-errors.ts'
import type { Caller } from '../../http/serve.ts'
import { translate } from '../../http/translate.ts'
import { countStocks, hasWatchlist, insertStocks, lockListsOf, type NewPosition, readListed } from './store.ts'

const mostWithoutLimit = 1_000
const mostTold = 20

/** Stocks that are not listed, each with its field in the request. */
class UnknownStocks extends BadRequest {
  readonly #stocks: readonly { stock: string; field: string }[]

  constructor(stocks: readonly { stock: string; field: string }[]) {
    super('unknown-stock')
    this.#stocks = stocks
  }

  override entries(language: Language): CallErrorEntry[] {
    return this.#stocks.map(({ stock, field }) => ({ message: translate(language, this.text, { stock }), field }))
  }
}

/** Adds all of them to the caller's list or none; answers their ids in the same order. */
export async function addPositions(
  database: Database,
  { userId, rights }: Caller,
  id: number,
  positions: readonly NewPosition[],
  fieldOf: (at: number) => string,
): Promise<number[]> {
  const list = { userId, id }
  const most = rights.has('watchlist-bypass') ? mostWithoutLimit : maxWatchlistStocks
  return await database.write(async tx => {
    await lockListsOf(tx, userId)
    if (!(await hasWatchlist(tx, list))) throw new BadRequest('watchlist-gone', { httpStatus: 404 })
    if ((await countStocks(tx, list)) + positions.length > most)
      throw new BadRequest('watchlist-stocks-full', { code: 'limit', values: { most } })
    const listed = new Set((await readListed(tx, positions)).map(row => `${row.exchange} ${row.stock_code}`))
    const strangers = positions.flatMap(({ exchange, stockCode }, at) => {
      const stock = `${exchange} ${stockCode}`
      return listed.has(stock) ? [] : [{ stock, field: fieldOf(at) }]
    })
    if (strangers.length > 0) throw new UnknownStocks(strangers.slice(0, mostTold))
    return await insertStocks(tx, list, positions)
  })
}
