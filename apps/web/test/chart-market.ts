import type { ChartHistory, ChartPattern, FoundSymbol, SymbolInfo } from '@finlist/contract/charts/chart'
import type { CorporateActionFacts } from '@finlist/contract/corporate-action'
import { adjustedBars, stepsOf } from '@finlist/domain/adjust/adjustment'
import type { Adjustment } from '@finlist/domain/adjust/kinds'
import type { Day } from '@finlist/domain/calendar'
import { barsAhead, type PracticeStep } from '@finlist/domain/chart/practice'
import { type DayBar, inSpans, type Resolution, startOfSpan } from '@finlist/domain/chart/spans'

/* An invented market with a few symbols for tests of the chart. Its data is always the same. */

const dayMs = 86_400_000
const firstDay = Date.UTC(2012, 0, 2)
/** The newest day, a Friday. */
export const newestDay = '2026-07-17'
const practiceStart = '2026-05-04'

const names = {
  'HKEX:HSI': ['Hang Seng Index', '恒生指數'],
  'HKEX:0013': ['Osprey Energy', '魚鷹能源'],
  'HKEX:0135': ['Wren Gas', '鷦鷯燃氣'],
  'HKEX:0372': ['Heron Ports', '蒼鷺港口'],
  'HKEX:0509': ['Plover Foods', '珩食品'],
  'HKEX:80013': ['Osprey Energy-R', '魚鷹能源－Ｒ'],
  'US:US500': ['US 500', '美國五百'],
  'JP:N225': ['Nikkei 225', '日經二百二十五'],
  'CN:CSI300': ['CSI 300', '滬深三百'],
  'TW:TAIEX': ['TAIEX', '臺灣加權'],
  'PRAC:P001': ['Practice One', '練習一'],
  'PRAC:P003': ['Practice Three', '練習三'],
} as const
type Known = keyof typeof names
const isKnown = (symbol: string): symbol is Known => symbol in names
const isIndex = (symbol: string) => /:(HSI|US500|N225|CSI300|TAIEX)$/.test(symbol)

const split = { kind: 'split', numerator: 2, denominator: 1, amount: null, currency: null } as const
const dividend = { kind: 'dividend', numerator: null, denominator: null, amount: 1.2, currency: 'HKD' } as const
const actions: Partial<Record<Known, CorporateActionFacts[]>> = {
  'HKEX:0013': [
    { ...split, exDate: '2022-05-16' },
    { ...dividend, exDate: '2026-06-05' },
  ],
}
export const actionsOf = (symbol: string, asOf: Day = newestDay) =>
  isKnown(symbol) ? (actions[symbol] ?? []).filter(({ exDate }) => exDate <= asOf) : []

const cents = (price: number) => Math.round(price * 100) / 100
const made = new Map<string, DayBar[]>()

/** A bar for every weekday, in prices as traded, which rise, fall and rise again. */
function traded(symbol: Known): DayBar[] {
  const known = made.get(symbol)
  if (known) return known
  const seed = symbol.split('').reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  const bars: DayBar[] = []
  for (let ms = firstDay, at = 0; ms <= Date.parse(newestDay); ms += dayMs) {
    if (new Date(ms).getUTCDay() % 6 === 0) continue
    const date = new Date(ms).toISOString().slice(0, 10)
    const shares = actionsOf(symbol).some(({ kind, exDate }) => kind === 'split' && date < exDate) ? 2 : 1
    const size = isIndex(symbol) ? 400 : shares
    const wave = 0.15 * Math.sin(at / 41 + seed) + 0.06 * Math.sin(at / 11 + seed) + 0.012 * Math.sin(at * 2.3 + seed)
    const close = size * (30 + (seed % 40)) * Math.exp(at / 4_000 + wave)
    const open = close * (1 + 0.008 * Math.sin(at * 1.7))
    bars.push({
      date,
      open: cents(open),
      high: cents(Math.max(open, close) * (1.006 + 0.004 * Math.sin(at * 3.1))),
      low: cents(Math.min(open, close) * (0.994 - 0.004 * Math.sin(at * 0.9))),
      close: cents(close),
      volume: Math.round(1_000_000 * (1.5 + Math.sin(at / 5) + 0.4 * Math.sin(at * 1.3))),
    })
    at++
  }
  made.set(symbol, bars)
  return bars
}

function barsOf(symbol: Known, adjustment: Adjustment, asOf: Day): DayBar[] {
  const all = traded(symbol)
  const closeBefore = (exDate: Day) => all.findLast(({ date }) => date < exDate)?.close
  const known = all.filter(({ date }) => date <= asOf)
  return adjustedBars(known, stepsOf(actionsOf(symbol), { adjustment, asOf, closeBefore }))
}

const secondsOf = (day: Day) => Date.parse(day) / 1_000
const dayOf = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10)
const spanOf = (search: URLSearchParams) =>
  [dayOf(Number(search.get('from') ?? 0)), dayOf(Number(search.get('to') ?? 4_000_000_000))] as const

function answerOf(bars: readonly DayBar[], about: Partial<ChartHistory> = {}): ChartHistory {
  const until = bars.at(-1)?.until
  return {
    s: bars.length === 0 ? 'no_data' : 'ok',
    noData: bars.length === 0,
    t: bars.map(({ date }) => secondsOf(date)),
    o: bars.map(({ open }) => open),
    h: bars.map(({ high }) => high),
    l: bars.map(({ low }) => low),
    c: bars.map(({ close }) => close),
    v: bars.map(({ volume }) => volume),
    ...(until !== undefined && { asAt: secondsOf(until) }),
    ...about,
  }
}

/** The response to the call `chartHistory`; undefined for an unknown symbol. */
export function historyAnswer(search: URLSearchParams): ChartHistory | undefined {
  const symbol = search.get('symbol') ?? ''
  if (!isKnown(symbol)) return undefined
  const adjustment = (search.get('adjustment') ?? 'splits') as Adjustment
  const asOf = search.get('asOf') ?? newestDay
  const [from, to] = spanOf(search)
  const step = search.get('step') as PracticeStep | null
  if (step) return steppedFrom(symbol, { step, adjustment, after: search.get('asOf'), from, to })
  const resolution = (search.get('resolution') ?? '1D') as Resolution
  const days = barsOf(symbol, adjustment, asOf).filter(({ date }) => date < to)
  const spans = inSpans(days, resolution)
  const countback = Number(search.get('countback') ?? 0)
  const bars = countback ? spans.slice(-countback) : spans.filter(({ date }) => date >= startOfSpan(from, resolution))
  const before = bars.length === 0 ? days.findLast(({ date }) => date < from) : undefined
  return answerOf(bars, before && { nextTime: secondsOf(before.date) })
}

type Steps = { step: PracticeStep; adjustment: Adjustment; after: Day | null; from: Day; to: Day }
function steppedFrom(symbol: Known, { step, adjustment, after, from, to }: Steps): ChartHistory {
  const next = traded(symbol)
    .map(({ date }) => date)
    .filter(date => (after ? date > after : date >= from && date < to))
  const days = next.slice(0, barsAhead(next, step))
  const end = days.at(-1)
  if (end === undefined) return answerOf([], { atEnd: true })
  const bars = barsOf(symbol, adjustment, after ? end : newestDay).filter(({ date }) => days.includes(date))
  const acted = after !== null && actionsOf(symbol).some(({ exDate }) => exDate > after && exDate <= end)
  return answerOf(bars, { acted, ...(!after && { atEnd: days.length === next.length }) })
}

/** The response to the call `chartSymbols`. */
export function infoAnswer(symbol: string): SymbolInfo | undefined {
  if (!isKnown(symbol)) return undefined
  const [exchange = '', name = ''] = symbol.split(':')
  const [description, description_zh] = names[symbol]
  return {
    name,
    ticker: symbol,
    full_name: symbol,
    description,
    description_zh,
    type: isIndex(symbol) ? 'index' : 'stock',
    session: '0930-1600',
    timezone: 'Asia/Hong_Kong',
    exchange,
    listed_exchange: exchange,
    'exchange-listed': exchange,
    'exchange-traded': exchange,
    currency_code: 'HKD',
    format: 'price',
    minmov: 1,
    minmov2: 0,
    minmove2: 0,
    pricescale: 100,
    has_intraday: false,
    has_daily: true,
    has_weekly_and_monthly: true,
    supported_resolutions: ['1D', '1W', '1M'],
    volume_precision: 0,
    data_status: 'endofday',
    may_export: true,
  }
}

/** The response to the call `chartSearch`: stocks of one market by code or name; without a query, all of them. */
export function searchAnswer(search: URLSearchParams): FoundSymbol[] {
  const query = (search.get('query') ?? '').toLowerCase()
  const exchange = search.get('isSimulator') === 'true' ? 'PRAC' : search.get('exchange')
  return (Object.keys(names) as Known[])
    .map(symbol => ({ symbol, info: infoAnswer(symbol)! }))
    .filter(({ info }) => !exchange || info.exchange === exchange)
    .filter(({ symbol, info }) =>
      [symbol.split(':')[1]!, ...names[symbol], info.name].join(' ').toLowerCase().includes(query),
    )
    .map(({ symbol, info }) => ({
      symbol: info.name,
      full_name: symbol,
      ticker: symbol,
      description: info.description,
      description_zh: info.description_zh,
      exchange: info.exchange,
      type: info.type,
    }))
}

/** Two bases of the stock 0013; none of any other. */
export function patternsAnswer(symbol: string, asOf: Day = newestDay): ChartPattern[] {
  if (symbol !== 'HKEX:0013') return []
  const base = (
    text: string,
    facts: ChartPattern['options']['facts'],
    ...points: [day: Day, price: number][]
  ): ChartPattern => ({
    points: points.map(([day, price]) => ({ time: secondsOf(day), price })),
    options: { shape: 'path', text, overrides: {}, facts },
  })
  return [
    base(
      'Flat base',
      { patternType: 'FB', lengthWeeks: 6, depthPercent: 9.5, pivot: 88.5 },
      ['2026-02-02', 88.5],
      ['2026-02-23', 80],
      ['2026-03-16', 88],
    ),
    base(
      'Cup with handle',
      { patternType: 'CWH', stage: '2', lengthWeeks: 9, depthPercent: 18, handleDepthPercent: 6, pivot: 92 },
      ['2026-04-06', 92],
      ['2026-05-04', 76],
      ['2026-06-01', 91],
      ['2026-06-08', 87],
    ),
  ].filter(({ points }) => points.at(-1)!.time <= secondsOf(asOf))
}

/** The response to the call `chartMarks`: the changes of trend of the Hang Seng Index. */
export function marksAnswer(symbol: string, asOf: Day = newestDay) {
  const changes = [
    { day: '2026-05-12', text: 'Mid to long term: Uptrend', label: 'U', trend: 'UPTREND', shortTerm: false },
    { day: '2026-06-22', text: 'Short term: Under pressure', label: 'P', trend: 'UNDER_PRESSURE', shortTerm: true },
  ].filter(({ day }) => symbol === 'HKEX:HSI' && day <= asOf)
  return {
    id: changes.map(({ day }) => day),
    time: changes.map(({ day }) => secondsOf(day)),
    color: changes.map(() => '#1b8f5a'),
    text: changes.map(({ text }) => text),
    label: changes.map(({ label }) => label),
    labelFontColor: changes.map(() => '#ffffff'),
    minSize: changes.map(() => 16),
    trend: changes.map(({ trend }) => trend),
    shortTerm: changes.map(({ shortTerm }) => shortTerm),
  }
}

/** The response to the call `simulatorInfo`. */
export const practiceAnswer = (symbol: string) => ({
  symbol,
  stockName: 'Practice',
  stockNameZh: '練習',
  startTime: secondsOf(practiceStart),
  resolution: '1D',
  startDate: practiceStart,
})
