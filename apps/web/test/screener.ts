import type { Alert } from '@finlist/contract/alerts'
import type { SavedScreen, ScreenBody, Screened, ScreenedRow } from '@finlist/contract/screener'
import type { ExchangeId } from '@finlist/domain/markets'
import { type FigureName, figureOf, isFigure, isFlag, isText, type NumberName } from '@finlist/domain/screener/figures'
import { parseQuery } from '@finlist/domain/screener/query'
import { type Columns, distributionOf, screen } from '@finlist/domain/screener/screen'
import type { Answers } from './network-edge.ts'

type Body = {
  markets: ExchangeId[]
  query?: string
  columns?: FigureName[]
  sort?: { by: FigureName | 'code' | 'name'; down: boolean }
  from?: number
  most?: number
  on?: string
  distribution?: NumberName
}
type Stock = Pick<ScreenedRow, 'exchange' | 'stockCode' | 'stockName' | 'stockNameZh'> & { at: number }

const codes: Partial<Record<ExchangeId, (at: number) => string>> = {
  HKEX: at => String(5 + at * 7).padStart(4, '0'),
  US: at => `K${'ABCDEFGHIJ'[at % 10]}${'ABCDEFGHIJ'[Math.floor(at / 10) % 10]}`,
}
const sizes: Partial<Record<ExchangeId, number>> = { HKEX: 240, US: 60 }
const sectors = ['Financials', 'Industrials', 'Information Technology', '']
const sectorsZh: Record<string, string> = {
  Financials: '金融',
  Industrials: '工業',
  'Information Technology': '資訊科技',
}
const bases = ['CWH', 'FB', '', 'high-tight-flag', 'DB', '']
const names = ['Kestrel Harbour', 'Marlin Optical', 'Tern Semiconductor', 'Avocet Foods', 'Bittern Rail', 'Zander Bank']
const namesZh = ['紅隼海港', '槍魚光學', '燕鷗半導體', '反嘴鷸食品', '麻鳽鐵路', '梭鱸銀行']

const stocksOf = (exchange: ExchangeId): Stock[] =>
  Array.from({ length: sizes[exchange] ?? 0 }, (_, at) => ({
    exchange,
    stockCode: codes[exchange]!(at),
    stockName: `${names[at % 6]} ${at}`,
    stockNameZh: `${namesZh[at % 6]}${at}`,
    at,
  }))

/** A number between 0 and 1 that depends on the figure and the stock. */
const chance = (name: string, at: number) => {
  const seed = Array.from(name).reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) + at * 7919
  return ((seed * 9301 + 49_297) % 233_280) / 233_280
}

/** The value of a figure of the fixture's stock; about one in thirty is unknown. */
export function valueOf(name: FigureName, at: number): number | boolean | string | null {
  if (name === 'sector') return sectors[at % 4]!
  if (name === 'base') return bases[at % 6]!
  if (isText(name)) return ''
  const share = chance(name, at)
  if (isFlag(name)) return share < 0.2
  if (name === 'rs') return at % 30 === 29 ? null : 1 + Math.floor(share * 99)
  const figure = figureOf(name)
  if (figure.kind !== 'number') return null
  const round = (value: number) => Number(value.toFixed(figure.decimals))
  if (figure.unit === 'currency') return round(figure.decimals === 0 ? share * 4e8 : 2 + share * 90)
  if (figure.unit === 'shares') return round(share * 8e7)
  if (figure.unit === 'times') return round(share * share * 4)
  return round(figure.isSigned ? (share + chance(name, at + 1) - 1) * 30 : share * 20)
}

const columnsOf = (stocks: readonly Stock[]): Columns => ({
  rows: stocks.length,
  of: name => {
    const values = stocks.map(({ at }) => valueOf(name, at))
    return isText(name)
      ? values.map(String)
      : Float64Array.from(values, value => (value === null ? NaN : Number(value)))
  },
})

/** What the server answers about stocks of Hong Kong and the US. Other markets have no prices. */
export function screened({
  markets,
  query = '',
  columns = [],
  sort,
  from = 0,
  most = 100,
  on,
  distribution,
}: Body): Screened {
  const expression = parseQuery(query)
  const found = markets.map(exchange => {
    const stocks = stocksOf(exchange)
    return { exchange, stocks, matches: screen(columnsOf(stocks), expression).map(at => stocks[at]!) }
  })
  const rankOf = ({ at, stockCode }: Stock) => (sort && isFigure(sort.by) ? valueOf(sort.by, at) : stockCode)
  const sign = sort?.down ? -1 : 1
  const all = found
    .flatMap(({ matches }) => matches)
    .toSorted((one, other) => {
      const [a, b] = [rankOf(one), rankOf(other)]
      if (a === null || b === null) return Number(a === null) - Number(b === null)
      return sign * (a < b ? -1 : a > b ? 1 : 0)
    })
  const numbers =
    distribution && found.flatMap(({ stocks }) => [...(columnsOf(stocks).of(distribution) as Float64Array)])
  return {
    markets: found.map(({ exchange, stocks, matches }) => ({
      exchange,
      date: stocks.length > 0 ? (on ?? '2026-11-27') : null,
      total: stocks.length,
      matched: matches.length,
      ...(stocks.length === 0 && { leftOut: 'no-prices' as const }),
    })),
    matched: all.length,
    rows: all.slice(from, from + most).map(({ at, ...stock }) => ({
      ...stock,
      ...(at === 3 && { tradedOn: '2026-11-24' }),
      values: columns.map(name => valueOf(name, at)),
    })),
    ...(on && { since: { matched: 4.2, scope: 1.13, gone: 3 } }),
    ...(numbers && { distribution: distributionOf(numbers, 32) }),
  }
}

const textsOf = ({ markets, figure }: { markets: ExchangeId[]; figure: FigureName }) => {
  const values = markets.flatMap(stocksOf).map(({ at }) => String(valueOf(figure, at)))
  return [...new Set(values)].map(text => ({
    text,
    textZh: sectorsZh[text] ?? '',
    stocks: values.filter(value => value === text).length,
  }))
}

const alertOn = (exchange: ExchangeId, screenId: number): Alert => ({
  alertId: screenId * 10 + Object.keys(sizes).indexOf(exchange),
  kind: 'screen',
  exchange,
  stockCode: null,
  stockName: '',
  stockNameZh: '',
  screen: { screenId, name: `Leaders ${screenId}` },
  value: null,
  paused: false,
  once: false,
  doneAt: null,
  expiresOn: null,
  ended: false,
  note: '',
  asleep: false,
  createdAt: '2026-11-27T09:00:00.000Z',
  firedAt: null,
})

/** Answers the calls of the screener. Saved screens and alerts on them are kept while the test runs. */
export function screenerAnswers(saved: SavedScreen[] = [], own: Answers = {}): Answers {
  const alerts: Alert[] = []
  return {
    'GET /alerts': () => ({ data: { alerts, most: 100 } }),
    'POST /alerts': body => {
      const { exchange, screenId } = body as { exchange: ExchangeId; screenId: number }
      alerts.push(alertOn(exchange, screenId))
      return { data: alerts.at(-1) }
    },
    'POST /alerts/:id/delete': (_, { pathname }) => {
      const alertId = Number(pathname.split('/').at(-2))
      alerts.splice(
        alerts.findIndex(alert => alert.alertId === alertId),
        1,
      )
      return {}
    },
    'POST /screener': body => ({ data: screened(body as Body) }),
    'POST /screener/texts': body => ({ data: textsOf(body as Parameters<typeof textsOf>[0]) }),
    'GET /screener/screens': () => ({ data: saved }),
    'POST /screener/screens': body => {
      const screenId = Math.max(0, ...saved.map(screen => screen.screenId)) + 1
      saved.push({ ...(body as ScreenBody), screenId })
      return { data: { screenId } }
    },
    'POST /screener/screens/:id': (body, { pathname }) => {
      const screenId = Number(pathname.split('/').at(-1))
      saved[saved.findIndex(screen => screen.screenId === screenId)] = { ...(body as ScreenBody), screenId }
      return {}
    },
    'DELETE /screener/screens/:id': (_, { pathname }) => {
      const screenId = Number(pathname.split('/').at(-1))
      saved.splice(
        saved.findIndex(screen => screen.screenId === screenId),
        1,
      )
      return {}
    },
    ...own,
  }
}
