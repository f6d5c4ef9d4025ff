import { addDays, type Day } from '@finlist/domain/calendar'
import { padded } from '@finlist/domain/chart/padded'
import type { Reported } from '@finlist/domain/fundamentals/reported'
import { type Ended, threeMonthEnds } from '@finlist/domain/fundamentals/three-months'
import { currencyOf, type ExchangeId } from '@finlist/domain/markets'
import { trading } from '@finlist/domain/trading'
import type { Config } from '../../config.ts'
import { type Row, rowsOf } from '../vendors/read-answer.ts'
import { SourceError } from '../vendors/source.ts'
import { type ClientSettings, SourceClient } from '../vendors/source-client.ts'
import { dayOf, numberOf, text } from '../vendors/vendor-rows.ts'
import type { FiguresSource } from './figures-source.ts'

const name = 'EODHD'
const quarterly = 'Financials::Income_Statement::quarterly'
const yearly = 'Financials::Income_Statement::yearly'
const earnings = 'Earnings::History'
const yearlyEarnings = 'Earnings::Annual'
const parts = [quarterly, yearly, earnings, yearlyEarnings]
const statementFields = ['date', 'filing_date', 'currency_symbol', 'totalRevenue', 'netIncome']
const earningsFields = ['date', 'reportDate', 'currency', 'epsActual']
/** API calls that a company costs: its fundamentals count as ten, its splits as one. */
const callsPerCompany = 11
/** Maximum number of rows of one part; a company with forty years of quarters has 160. */
const mostRows = 1_000
/** Part of the sum of four quarters by which they may differ from their year; shares outstanding change within it. */
const [sumTolerance, perShareTolerance] = [0.05, 0.1]
/** Days after a split in which earnings per share may not have been converted yet. */
const splitSettlesDays = 30
const places = 4

export type EodhdSettings = Pick<Config, 'EODHD_KEY' | 'EODHD_URL' | 'EODHD_PER_MINUTE'>

/**
 * EODHD's fundamentals, according to its documentation (eodhd.com/financial-apis/stock-etfs-fundamental-data-feeds):
 * `fundamentals/SYMBOL` with several filters returns an object with the filters as field names, each an object of rows
 * by date, or a text such as "NA" if there are none. A value of 0 means that it is not available. A restated value
 * replaces the earlier one. Rows have the end of their period, but not its start.
 */
export function eodhdFigures(
  exchange: ExchangeId,
  { EODHD_KEY, EODHD_URL, EODHD_PER_MINUTE }: EodhdSettings,
  forTests: Pick<ClientSettings, 'pause'> = {},
): FiguresSource {
  const { codes: venues, index } = trading[exchange].eodhd!
  const client = new SourceClient({
    ...forTests,
    name,
    base: EODHD_URL,
    query: { api_token: EODHD_KEY, fmt: 'json' },
    secrets: [EODHD_KEY],
    perMinute: EODHD_PER_MINUTE,
  })
  return {
    name,
    pauseMs: (60_000 * callsPerCompany) / EODHD_PER_MINUTE,
    hasEveryVersion: false,
    async probe() {
      await client.json(`fundamentals/${index}`, { filter: 'General::Code' })
    },
    async companies(codes) {
      const wanted = new Set(codes)
      const found = new Map<string, string>()
      let count = 0
      for (const venue of venues)
        for (const row of rowsOf(await client.json(`exchange-symbol-list/${venue}`), name)) {
          count++
          const vendorCode = text(row['Code'], 20)
          const code = padded(exchange, vendorCode)
          if (wanted.has(code)) found.set(code, `${vendorCode}.${venue}`)
        }
      if (count === 0) throw new SourceError('source.empty-list', { source: name })
      return [...found]
    },
    async figures(symbol, { day }) {
      const of = encodeURIComponent(symbol)
      const answer = await client.json(`fundamentals/${of}`, { filter: parts.join() })
      const splits = rowsOf(await client.json(`splits/${of}`), name)
      return { figures: figuresIn(answer, { splits, currency: currencyOf[exchange], day }), validator: '' }
    },
  }
}

type Asked = { splits: readonly Row[]; currency: string; day: Day }
type Valued = Ended & { row: Row }

/**
 * Figures of quarters of three months, in the market's currency, that were filed by the day asked. Throws SourceError if
 * the response is not that of a company, or lacks a field in all rows.
 */
export function figuresIn(answer: unknown, { splits, currency, day }: Asked): Reported[] {
  const all = record(answer) ?? {}
  if (!parts.some(part => part in all)) throw new SourceError('source.no-list', { source: name })
  const isOurs = (row: Row) => text(row['currency_symbol']) === currency
  const statements = rowsIn(all, quarterly, statementFields).filter(isOurs)
  const years = rowsIn(all, yearly, statementFields).filter(isOurs)
  const ofStatements = (figure: 'revenue' | 'net-income', field: string) => {
    const quarters = valuesIn(statements, field)
    const ends = threeMonthEnds(quarters, valuesIn(years, field), { tolerance: sumTolerance, mayRepeat: false })
    return quarters.flatMap(({ end, value, row }): Reported[] => {
      const knownOn = dayOf(row['filing_date'])
      return ends.has(end) && knownOn > end && knownOn <= day
        ? [{ periodEnd: end, figure, knownOn, value, currency }]
        : []
    })
  }
  const found = [...ofStatements('revenue', 'totalRevenue'), ...ofStatements('net-income', 'netIncome')]
  const filed = new Map(found.map(({ periodEnd, knownOn }) => [periodEnd, knownOn]))
  const yearEnds = new Set(years.map(row => dayOf(row['date'])))
  // Its newest row may be of a year that has not ended yet.
  const annual = rowsIn(all, yearlyEarnings, ['date', 'epsActual']).filter(row => yearEnds.has(dayOf(row['date'])))
  const history = rowsIn(all, earnings, earningsFields).filter(row => text(row['currency']) === currency)
  return [...found, ...perShare({ history, annual, filed, splits: splitsIn(splits), currency, day })]
}

type PerShare = {
  history: readonly Row[]
  annual: readonly Row[]
  /** The days on which the statements of the quarters of three months were filed, by the quarters' ends. */
  filed: ReadonlyMap<Day, Day>
  splits: readonly Split[]
  currency: string
  day: Day
}

/**
 * Earnings per share of the quarters that were filed, in the shares of the day on which they became known: the vendor
 * gives them in today's shares.
 */
function perShare({ history, annual, filed, splits, currency, day }: PerShare): Reported[] {
  if (splits.some(({ date }) => date >= addDays(day, -splitSettlesDays))) return []
  const quarters = valuesIn(history, 'epsActual')
  const ends = threeMonthEnds(quarters, valuesIn(annual, 'epsActual'), {
    tolerance: perShareTolerance,
    mayRepeat: true,
  })
  return quarters.flatMap(({ end, value, row }): Reported[] => {
    const [statement, announced] = [filed.get(end), dayOf(row['reportDate'])]
    if (!statement || !ends.has(end) || announced <= end || announced > day) return []
    const knownOn = announced > statement ? announced : statement
    const inSharesThen = beforeSplits(
      value,
      splits.filter(({ date }) => date > knownOn),
    )
    return Number.isFinite(inSharesThen)
      ? [{ periodEnd: end, figure: 'eps', knownOn, value: inSharesThen, currency }]
      : []
  })
}

/** A split with the number of new shares for one old share; NaN if it cannot be read. */
type Split = { date: Day; ratio: number }

const splitsIn = (rows: readonly Row[]): Split[] =>
  rows.map(row => {
    const [newShares = Number.NaN, oldShares = Number.NaN] = text(row['split'], 60).split(/[/:]/).map(Number)
    const ratio = newShares / oldShares
    return { date: dayOf(row['date']) || '9999-12-31', ratio: ratio > 0 ? ratio : Number.NaN }
  })

/** Rounded to the places that remain exact, as the vendor rounds the converted value. */
function beforeSplits(value: number, splits: readonly Split[]): number {
  const ratio = splits.reduce((product, split) => product * split.ratio, 1)
  const exact = 10 ** Math.max(0, places - Math.max(0, Math.ceil(Math.log10(ratio))))
  return Math.round(value * ratio * exact) / exact
}

const record = (value: unknown): Row | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : undefined

/** The rows of a part of the response. Throws if none of them has one of the fields. */
function rowsIn(all: Row, part: string, fields: readonly string[]): Row[] {
  const rows = Object.values(record(all[part]) ?? {})
    .map(record)
    .filter(row => row !== undefined)
  if (rows.length > mostRows) throw new SourceError('source.too-many-rows', { source: name, count: mostRows })
  const missing = rows.length > 0 && fields.find(field => !rows.some(row => field in row))
  if (missing) throw new SourceError('source.no-field', { source: name, part, field: missing })
  return rows
}

/** The values of a field with the ends of their periods, skipping those that are not available. */
const valuesIn = (rows: readonly Row[], field: string): Valued[] =>
  rows.flatMap(row => {
    const [end, value] = [dayOf(row['date']), numberOf(row[field])]
    return end && value ? [{ end, value, row }] : []
  })
