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
/**
 * How far the sum of four quarters may differ from their year's figure, as a fraction of that sum. Per-share figures
 * may differ more, because the number of shares changes within a year.
 */
const [sumTolerance, perShareTolerance] = [0.05, 0.1]
/** Number of days after a split during which the vendor may not have converted earnings per share yet. */
const splitSettlesDays = 30
const places = 4

export type EodhdSettings = Pick<Config, 'EODHD_KEY' | 'EODHD_URL' | 'EODHD_PER_MINUTE'>

/**
 * EODHD's fundamentals, according to its documentation (eodhd.com/financial-apis/stock-etfs-fundamental-data-feeds):
 * `fundamentals/SYMBOL` with several filters returns an object with a field for each filter: an object of rows by date,
 * or a text such as "NA" if there are no rows. A value of 0 means that it is not available. A restated value replaces
 * the earlier one. A row has the end of its period, but not the start.
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
 * Quarterly figures (three months each) in the market's currency, filed on or before `day`. Throws SourceError if the
 * response is not a company's, or if a field is missing from all rows.
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
  // The newest row may be of a year that has not ended yet.
  const annual = rowsIn(all, yearlyEarnings, ['date', 'epsActual']).filter(row => yearEnds.has(dayOf(row['date'])))
  const history = rowsIn(all, earnings, earningsFields).filter(row => text(row['currency']) === currency)
  return [...found, ...perShare({ history, annual, filed, splits: splitsIn(splits), currency, day })]
}

type PerShare = {
  history: readonly Row[]
  annual: readonly Row[]
  /** The filing day of each three-month quarter's statement, by the quarter's last day. */
  filed: ReadonlyMap<Day, Day>
  splits: readonly Split[]
  currency: string
  day: Day
}

/**
 * Earnings per share of the filed quarters. The vendor gives them in today's shares; they are converted to the shares
 * of the day on which they became known.
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

/** `ratio` is the number of new shares for one old share; NaN if the vendor's text cannot be read. */
type Split = { date: Day; ratio: number }

const splitsIn = (rows: readonly Row[]): Split[] =>
  rows.map(row => {
    const [newShares = Number.NaN, oldShares = Number.NaN] = text(row['split'], 60).split(/[/:]/).map(Number)
    const ratio = newShares / oldShares
    return { date: dayOf(row['date']) || '9999-12-31', ratio: ratio > 0 ? ratio : Number.NaN }
  })

/**
 * Converts a value back to the shares before the splits. Rounds it to the decimal places that are still exact, because
 * the vendor rounds the converted value.
 */
function beforeSplits(value: number, splits: readonly Split[]): number {
  const ratio = splits.reduce((product, split) => product * split.ratio, 1)
  const exact = 10 ** Math.max(0, places - Math.max(0, Math.ceil(Math.log10(ratio))))
  return Math.round(value * ratio * exact) / exact
}

const record = (value: unknown): Row | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : undefined

/** The rows of a part of the response. Throws if a field is missing from all rows. */
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
