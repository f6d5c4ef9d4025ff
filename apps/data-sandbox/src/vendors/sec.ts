import { quartersKnownAt } from '@finlist/demo-market/fundamentals'
import type { DemoMarket, DemoStock } from '@finlist/demo-market/market'
import { addDays } from '@finlist/domain/calendar'
import { type Answer, type Ask, ok, type Vendor } from '../answer.ts'
import { codeOf, isListed, type MarketSource } from '../facts.ts'

const firstCik = 1_000_001
const filedAfterDays = 45
const form = (quarter: number) => (quarter === 4 ? '10-K' : '10-Q')

type Report = { year: number; quarter: number; eps: number; sales: number; income: number }
type Entry = {
  start: string
  end: string
  val: number
  accn: string
  fy: number
  fp: string
  form: string
  filed: string
}

/**
 * The SEC's EDGAR: the numbers of the companies, and the figures that each has filed. Refuses a User-Agent without a
 * contact.
 */
export function sec(markets: MarketSource): Vendor {
  return ({ path, headers }) => {
    if (!String(headers['user-agent'] ?? '').includes('@'))
      return { status: 403, body: 'Your Request Originates from an Undeclared Automated Tool' }
    const market = markets('US')
    if (path === 'files/company_tickers_exchange.json')
      return ok({
        fields: ['cik', 'name', 'ticker', 'exchange'],
        data: market.stocks
          .filter(stock => isListed(market, stock))
          .map((stock, at) => [firstCik + at, stock.listing.stockName, codeOf(stock).replace('.', '-'), 'Nasdaq']),
      })
    const [, cik] = /^api\/xbrl\/companyfacts\/CIK(\d{10})\.json$/.exec(path) ?? []
    const stock = market.stocks.filter(found => isListed(market, found))[Number(cik) - firstCik]
    const reports = stock ? reportsOf(market, stock) : []
    if (!stock || reports.length === 0) return { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' }
    return unlessKnown(versionOf(Number(cik), reports.at(-1)!), headers, {
      cik: Number(cik),
      entityName: stock.listing.stockName,
      facts: { dei: {}, 'us-gaap': factsOf(stock, reports) },
    })
  }
}

type Version = { header: 'etag' | 'last-modified'; asked: 'if-none-match' | 'if-modified-since'; value: string }

/**
 * What identifies the version of a response: for every second company an ETag, for the others the date of the last
 * change.
 */
const versionOf = (cik: number, newest: Report): Version =>
  cik % 2 === 0
    ? { header: 'etag', asked: 'if-none-match', value: `"${endOf(newest)}"` }
    : { header: 'last-modified', asked: 'if-modified-since', value: new Date(filedOn(newest)).toUTCString() }

const unlessKnown = ({ header, asked, value }: Version, sent: Ask['headers'], body: unknown): Answer => ({
  ...(sent[asked] === value ? { status: 304, body: '' } : { status: 200, body }),
  headers: { [header]: value },
})

/** A company's reports, oldest first, starting with a first quarter. */
function reportsOf({ seed, exchange, days }: DemoMarket, stock: DemoStock): Report[] {
  const byDate = new Map<number, Report>()
  const add = (date: number | null, eps: number | null, sales: number | null, npm: number | null) => {
    if (date === null || eps === null || sales === null || npm === null) return
    const [year, quarter] = [Math.floor(date / 10_000), Math.ceil((Math.floor(date / 100) % 100) / 3)]
    byDate.set(date, { year, quarter, eps, sales, income: Math.round((sales * npm) / 100) })
  }
  for (const known of quartersKnownAt(seed, exchange, stock, days.at(-1)!)) {
    add(known.thisReportDate, known.thisEps, known.thisSales, known.thisNpm)
    add(known.lastReportDate, known.lastEps, known.lastSales, known.lastNpm)
  }
  const ordered = [...byDate].toSorted(([one], [other]) => one - other).map(([, report]) => report)
  return ordered.slice(
    Math.max(
      0,
      ordered.findIndex(({ quarter }) => quarter === 1),
    ),
  )
}

const ends = ['03-31', '06-30', '09-30', '12-31']
const endOf = ({ year, quarter }: Pick<Report, 'year' | 'quarter'>) => `${year}-${ends[quarter - 1]!}`
const filedOn = (report: Report) => addDays(endOf(report), filedAfterDays)
const startOf = ({ year, quarter }: Report) =>
  quarter === 1 ? `${year}-01-01` : addDays(endOf({ year, quarter: quarter - 1 }), 1)

/**
 * The figures as companies file them: for the first three quarters, the quarter and the year to date; for the fourth,
 * only the whole year.
 */
function factsOf({ traits }: DemoStock, reports: readonly Report[]) {
  const tag = (unit: string, valueOf: (report: Report) => number, total: (values: number[]) => number = sum) => ({
    label: '',
    description: '',
    units: {
      [unit]: reports.flatMap(report => {
        const soFar = reports.filter(({ year, quarter }) => year === report.year && quarter <= report.quarter)
        const whole = entry(report, `${report.year}-01-01`, total(soFar.map(valueOf)))
        return report.quarter === 4 ? [whole] : [entry(report, startOf(report), valueOf(report)), whole]
      }),
    },
  })
  return {
    EarningsPerShareDiluted: tag('USD/shares', ({ eps }) => eps),
    Revenues: tag('USD', ({ sales }) => sales),
    NetIncomeLoss: tag('USD', ({ income }) => income),
    WeightedAverageNumberOfDilutedSharesOutstanding: tag(
      'shares',
      () => Math.round(traits.sharesInIssue),
      ([first]) => first!,
    ),
  }
}

const entry = (report: Report, start: string, val: number): Entry => {
  const { year, quarter } = report
  return {
    start,
    end: endOf(report),
    val,
    accn: `0001-${year}-${quarter}`,
    fy: year,
    fp: quarter === 4 ? 'FY' : `Q${quarter}`,
    form: form(quarter),
    filed: filedOn(report),
  }
}

const sum = (values: number[]) => Math.round(values.reduce((total, value) => total + value, 0) * 1e5) / 1e5
