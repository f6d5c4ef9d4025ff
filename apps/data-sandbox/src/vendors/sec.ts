import type { DemoStock } from '@finlist/demo-market/market'
import { addDays } from '@finlist/domain/calendar'
import { type Answer, type Ask, ok, type Vendor } from '../answer.ts'
import { codeOf, endOf, filedOn, isListed, type MarketSource, type Report, reportsOf, total } from '../facts.ts'

const firstCik = 1_000_001
const form = (quarter: number) => (quarter === 4 ? '10-K' : '10-Q')

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

/** The version of a response: an ETag for every second company, the date of the last change for the others. */
const versionOf = (cik: number, newest: Report): Version =>
  cik % 2 === 0
    ? { header: 'etag', asked: 'if-none-match', value: `"${endOf(newest)}"` }
    : { header: 'last-modified', asked: 'if-modified-since', value: new Date(filedOn(newest)).toUTCString() }

const unlessKnown = ({ header, asked, value }: Version, sent: Ask['headers'], body: unknown): Answer => ({
  ...(sent[asked] === value ? { status: 304, body: '' } : { status: 200, body }),
  headers: { [header]: value },
})

const startOf = ({ year, quarter }: Report) =>
  quarter === 1 ? `${year}-01-01` : addDays(endOf({ year, quarter: quarter - 1 }), 1)

/**
 * The figures as companies file them: for the first three quarters, the quarter and the year to date; for the fourth,
 * only the whole year.
 */
function factsOf({ traits }: DemoStock, reports: readonly Report[]) {
  const tag = (unit: string, valueOf: (report: Report) => number, sum: (values: number[]) => number = total) => ({
    label: '',
    description: '',
    units: {
      [unit]: reports.flatMap(report => {
        const soFar = reports.filter(({ year, quarter }) => year === report.year && quarter <= report.quarter)
        const whole = entry(report, `${report.year}-01-01`, sum(soFar.map(valueOf)))
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
