import { forScreening } from '@finlist/contract/finder'
import { distributionSteps, type leftOutReasons, type Screened, type screenStocks } from '@finlist/contract/screener'
import type { ExchangeId } from '@finlist/domain/markets'
import { type FigureName, rightFor } from '@finlist/domain/screener/figures'
import { conditionsOf, type Expression, figuresOf, parseQuery, QueryError } from '@finlist/domain/screener/query'
import { type Columns, distributionOf, screen } from '@finlist/domain/screener/screen'
import type * as z from 'zod/mini'
import type { Config } from '../../config.ts'
import { BadRequest, Forbidden } from '../../http/client-errors.ts'
import type { Caller } from '../../http/serve.ts'
import { sourceUse } from '../vendors/source-use.ts'
import { type MarketColumns, partOfColumns, type ReadColumns, valueIn } from './market-columns.ts'

/** `exports`: the rows are for a file, which not every source allows. */
type Asked = z.output<typeof screenStocks.body> & { exports?: true }
type LeftOut = (typeof leftOutReasons)[number]

/** A market that is screened: its stocks in scope, and those of them that the query matches. */
type OfMarket = {
  exchange: ExchangeId
  market: MarketColumns
  scope: readonly number[] | undefined
  columns: Columns
  found: number[]
}

/** What a screening reads with. */
export type ScreenReader = {
  columnsOf: ReadColumns
  /** The codes of the caller's stocks on a watchlist. */
  watched: (exchange: ExchangeId, watchlistId: number) => Promise<ReadonlySet<string>>
  config: Config
}

/** Reads a query from a request. */
export function queryOf(text: string): Expression | undefined {
  try {
    return parseQuery(text)
  } catch (error) {
    if (!(error instanceof QueryError)) throw error
    throw new BadRequest('query-wrong', { field: 'query', code: 'query-wrong', values: { place: error.from + 1 } })
  }
}

type Rights = Pick<Caller, 'rights'>

/** Why the caller gets no stocks of the market for these figures; undefined if they do. */
export function leftOutFor(
  { rights }: Rights,
  exchange: ExchangeId,
  figures: readonly FigureName[],
  config: Config,
  { exports }: { exports?: true | undefined } = {},
): LeftOut | undefined {
  if (!rights.has(forScreening({ exchange }))) return 'right'
  const use = sourceUse(config, exchange)
  if ((use === 'internal' || (exports && use === 'display')) && !rights.has('staff')) return 'source-use'
  return figures.some(name => !maySee(rights, name, exchange)) ? 'figure' : undefined
}

const maySee = (rights: Caller['rights'], name: FigureName, exchange: ExchangeId) => {
  const right = rightFor(name, exchange)
  return right === null || rights.has(right)
}

/** Screens the markets. Throws Forbidden if the caller may screen none of them. */
export async function screenMarkets(asked: Asked, caller: Rights, reader: ScreenReader): Promise<Screened> {
  const query = queryOf(asked.query)
  const decisive = decisiveFigures(asked, query)
  const reasons = new Map(
    asked.markets.map(exchange => [exchange, leftOutFor(caller, exchange, decisive, reader.config, asked)]),
  )
  if (asked.markets.every(exchange => reasons.get(exchange) === 'right')) throw new Forbidden()
  if (asked.scope === 'watchlist' && (asked.watchlistId === undefined || !caller.rights.has('watchlist')))
    throw asked.watchlistId === undefined
      ? new BadRequest('watchlist-missing', { field: 'watchlistId' })
      : new Forbidden()
  const screened = await Promise.all(
    asked.markets.map(async exchange =>
      reasons.get(exchange) === undefined ? await screenMarket(exchange, asked, query, caller, reader) : undefined,
    ),
  )
  const found = screened.filter(market => market !== undefined)
  const rows = sortedRows(found, asked)
  return {
    markets: asked.markets.map((exchange, at) => {
      const market = screened[at]
      const leftOut = reasons.get(exchange) ?? (market!.market.board.date === null ? 'no-prices' : undefined)
      return {
        exchange,
        date: market?.market.board.date ?? null,
        total: market?.columns.rows ?? 0,
        matched: market?.found.length ?? 0,
        ...(leftOut && { leftOut }),
      }
    }),
    matched: rows.length,
    rows: rows.slice(asked.from, asked.from + asked.most).map(({ of, row }) => rowOf(of, row, asked.columns, caller)),
    ...(asked.distribution && { distribution: distributionAcross(found, asked.distribution) }),
    ...(asked.on !== undefined && { since: medianChanges(found) }),
  }
}

/** The figures that decide which stocks are returned, and in which order. A market needs the rights to all of them. */
function decisiveFigures({ sort, scope, distribution }: Asked, query: Expression | undefined): FigureName[] {
  return [
    ...conditionsOf(query).flatMap(figuresOf),
    ...(sort.by === 'code' || sort.by === 'name' ? [] : [sort.by]),
    ...(scope === 'list' ? (['listed'] as const) : []),
    ...(distribution ? [distribution] : []),
  ]
}

async function screenMarket(
  exchange: ExchangeId,
  asked: Asked,
  query: Expression | undefined,
  caller: Rights,
  { columnsOf, watched }: ScreenReader,
): Promise<OfMarket> {
  const shown = asked.columns.filter(name => maySee(caller.rights, name, exchange))
  const market = await columnsOf(exchange, [...decisiveFigures(asked, query), ...shown], asked.on)
  const scope = await placesIn(market, exchange, asked, watched)
  const columns = partOfColumns(market, scope)
  return { exchange, market, scope, columns, found: screen(columns, query) }
}

/** The places of the stocks in scope on the market's board; undefined for all. */
async function placesIn(
  { board, of }: MarketColumns,
  exchange: ExchangeId,
  { scope, watchlistId }: Asked,
  watched: ScreenReader['watched'],
): Promise<number[] | undefined> {
  if (scope === 'market') return undefined
  const places = Array.from(board.stocks, (_, at) => at)
  if (scope === 'list') {
    const listed = of('listed')
    return places.filter(at => listed[at] === 1)
  }
  const codes = await watched(exchange, watchlistId!)
  return places.filter(at => codes.has(board.stocks[at]!.code))
}

type Row = { of: OfMarket; row: number }

const inEnglish = new Intl.Collator('en')

/** The rows of all markets, sorted. Stocks that lack the figure come last, in order of market and code. */
function sortedRows(found: readonly OfMarket[], { sort: { by, down } }: Asked): Row[] {
  const rows = found.flatMap(of => of.found.map(row => ({ of, row })))
  if (by === 'code') return down ? rows.reverse() : rows
  const keyOf = (of: OfMarket): ((row: number) => string | number) => {
    if (by === 'name') return row => stockAt(of, row).name
    const column = of.columns.of(by)
    return row => column[row]!
  }
  const keys = new Map(found.map(of => [of, keyOf(of)]))
  const keyed = rows.map(row => ({ row, key: keys.get(row.of)!(row.row) }))
  const isUnknown = (key: string | number) => key === '' || Number.isNaN(key)
  const known = keyed.filter(({ key }) => !isUnknown(key))
  const sign = down ? -1 : 1
  known.sort(({ key: one }, { key: other }) =>
    typeof one === 'string' ? sign * inEnglish.compare(one, other as string) : sign * (one - (other as number)),
  )
  return [...known, ...keyed.filter(({ key }) => isUnknown(key))].map(({ row }) => row)
}

const stockAt = ({ market, scope }: OfMarket, row: number) => market.board.stocks[scope ? scope[row]! : row]!

function rowOf(of: OfMarket, row: number, names: readonly FigureName[], { rights }: Rights): Screened['rows'][number] {
  const stock = stockAt(of, row)
  return {
    exchange: of.exchange,
    stockCode: stock.code,
    stockName: stock.name,
    stockNameZh: stock.nameZh,
    ...(stock.tradedOn !== of.market.board.date && { tradedOn: stock.tradedOn }),
    values: names.map(name => (maySee(rights, name, of.exchange) ? valueIn(of.columns.of(name), name, row) : null)),
  }
}

/** What the prices did since the past week: the median change of the matches, and of all stocks in scope. */
function medianChanges(found: readonly OfMarket[]): NonNullable<Screened['since']> {
  const matched: number[] = []
  const scope: number[] = []
  let gone = 0
  for (const { columns, found: rows } of found) {
    const changes = columns.of('since') as Float64Array
    scope.push(...changes.filter(Number.isFinite))
    for (const row of rows) {
      if (Number.isFinite(changes[row])) matched.push(changes[row]!)
      else gone++
    }
  }
  return { matched: medianOf(matched), scope: medianOf(scope), gone }
}

function medianOf(numbers: number[]): number | null {
  if (numbers.length === 0) return null
  numbers.sort((one, other) => one - other)
  const middle = numbers.length >> 1
  const median = numbers.length % 2 === 1 ? numbers[middle]! : (numbers[middle - 1]! + numbers[middle]!) / 2
  return Math.round(median * 100) / 100
}

function distributionAcross(found: readonly OfMarket[], name: FigureName) {
  const numbers = found.flatMap(({ columns }) => {
    const column = columns.of(name)
    return column instanceof Float64Array ? [...column] : []
  })
  return distributionOf(numbers, distributionSteps)
}
