import type { CallErrorEntry } from '@finlist/contract/envelope'
import { maxWatchlistStocks } from '@finlist/contract/watchlist'
import { type Language } from '@finlist/i18n/languages'
import type { Database, Tx } from '../../db/database.ts'
import { BadRequest } from '../../http/client-errors.ts'
import type { Caller } from '../../http/serve.ts'
import { translate } from '../../http/translate.ts'
import { countStocks, hasWatchlist, insertStocks, lockListsOf, type NewPosition, readListed } from './store.ts'

const mostWithoutLimit = 1_000
const mostTold = 20

/** Thrown if stocks are not listed. Names each of them with its field in the request. */
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

/** Throws BadRequest if the positions exceed the user's limit. The watchlists must be locked first. */
export async function assertRoom(
  tx: Tx,
  { userId, rights }: Pick<Caller, 'userId' | 'rights'>,
  id: number,
  added: number,
): Promise<void> {
  const most = rights.has('watchlist-bypass') ? mostWithoutLimit : maxWatchlistStocks
  if ((await countStocks(tx, { userId, id })) + added > most)
    throw new BadRequest('watchlist-stocks-full', { code: 'limit', values: { most } })
}

/** Adds either all of the positions to the user's watchlist or none. Returns their ids in the same order. */
export async function addPositions(
  database: Database,
  { userId, rights }: Caller,
  id: number,
  positions: readonly NewPosition[],
  fieldOf: (at: number) => string,
): Promise<number[]> {
  const list = { userId, id }
  return await database.write(async tx => {
    await lockListsOf(tx, userId)
    if (!(await hasWatchlist(tx, list))) throw new BadRequest('watchlist-gone', { httpStatus: 404 })
    await assertRoom(tx, { userId, rights }, id, positions.length)
    const listed = new Set((await readListed(tx, positions)).map(row => `${row.exchange} ${row.stock_code}`))
    const strangers = positions.flatMap(({ exchange, stockCode }, at) => {
      const stock = `${exchange} ${stockCode}`
      return listed.has(stock) ? [] : [{ stock, field: fieldOf(at) }]
    })
    if (strangers.length > 0) throw new UnknownStocks(strangers.slice(0, mostTold))
    return await insertStocks(tx, list, positions)
  })
}
