import type { Day } from '@finlist/domain/calendar'
import type { Fault } from '../../../apps/data-sandbox/src/faults.ts'
import { history, type Installation, marketOn } from './installation.ts'

/** The hours of a fault, in UTC: from `from` up to but not including `until`. */
type Hours = { from: string; until: string }
type TimedFault = Fault & Hours
/** A fault of the week. `shows` matches the output line in which the product reports the fault. */
export type Scripted = { night: Day; what: string; shows: RegExp }

const isIn = ({ from, until }: Hours, now: number) => now >= hour(from) && now < hour(until)
const hour = (utc: string) => Date.parse(`2026-07-${utc}:00:00Z`)

/** More than the number of requests sent to a source in an hour. */
const always = 1_000
/** The number of requests that a run makes for a response that arrives cut. */
const oneRun = 4

const timed: (TimedFault & Partial<Scripted>)[] = [
  {
    night: '2026-07-13',
    what: 'J-Quants, FinMind and EODHD (US) answer 429 for an hour, the SEC for two',
    shows: /prices-JP: .*received too many requests/,
    does: 'too-often',
    of: 'bars/daily?date=2026-07-13',
    from: '13T10',
    until: '13T11',
  },
  { does: 'too-often', of: 'TaiwanStockPrice', from: '13T09', until: '13T10' },
  { does: 'too-often', of: 'last-day/US?fmt=json&date=2026-07-13', from: '13T23', until: '14T00' },
  { does: 'too-often', of: 'companyfacts', from: '14T03', until: '14T05' },
  {
    night: '2026-07-14',
    what: 'EODHD’s answers are cut: about CN in the text, about HKEX in the compressed bytes',
    shows: /prices-CN: .*incomplete or not JSON/,
    does: 'half-page',
    of: 'last-day/SH',
    times: oneRun,
    from: '14T10',
    until: '14T11',
  },
  { does: 'gzip', of: 'last-day/HK', times: oneRun, from: '14T11', until: '14T12' },
  {
    night: '2026-07-15',
    what: 'EODHD (CN), J-Quants, the ECB and the SEC give a column another name',
    shows: /prices-CN: .*None of the \d+ rows/,
    does: 'renamed',
    of: 'last-day/SH',
    from: '15T10',
    until: '15T12',
  },
  { does: 'renamed', of: 'bars/daily', from: '15T10', until: '15T11' },
  { does: 'renamed', of: 'EXR/', from: '15T16', until: '15T17' },
  { does: 'renamed', of: 'company_tickers', from: '16T03', until: '16T04' },
  {
    night: '2026-07-16',
    what: 'EODHD has HKEX a day late',
    shows: /prices-HKEX: .*nothing for 2026-07-16 yet/,
    does: 'empty',
    of: 'last-day/HK?fmt=json&date=2026-07-16',
    from: '16T11',
    until: '17T02',
  },
  {
    night: '2026-07-17',
    what: 'EODHD’s quota for HKEX is used up until after Saturday noon',
    shows: /HKEX list of 2026-07-17 refused: There are no prices/,
    does: 'used-up',
    of: 'last-day/HK',
    from: '17T11',
    until: '18T11',
  },
  {
    night: '2026-07-17',
    what: 'FinMind has half of TW until the next morning',
    shows: /TW list of 2026-07-17 refused: 2026-07-17 is held/,
    does: 'half-rows',
    of: 'TaiwanStockPrice',
    from: '17T09',
    until: '17T22',
  },
]

/** The stocks for which a vendor sends wrong prices. */
const stockOf = (exchange: 'HKEX' | 'CN' | 'US', at: number) =>
  marketOn(exchange, history.to).stocks[at]!.listing.stockCode
const wrong = { spike: stockOf('HKEX', 4), fourfold: stockOf('CN', 4), halved: stockOf('US', 4) }

const corrected: Scripted[] = [
  {
    night: '2026-07-14',
    what: `EODHD has HKEX ${wrong.spike} at ten times its price for a day`,
    shows: new RegExp(`doubt: HKEX ${wrong.spike} 2026-07-1[45]`),
  },
  {
    night: '2026-07-16',
    what: `EODHD has CN ${wrong.fourfold} at four times its price from now on`,
    shows: new RegExp(`doubt: CN ${wrong.fourfold} 2026-07-16`),
  },
  {
    night: '2026-07-15',
    what: 'the server is killed while it loads US',
    shows: /^the server was killed/,
  },
  {
    night: '2026-07-18',
    what: 'every company restates its sales of 2025 to the SEC',
    shows: /fundamentals-US: \d+ rows/,
  },
  {
    night: '2026-07-19',
    what: `EODHD restates a year of US ${wrong.halved} at half its price, and staff load the year again`,
    shows: new RegExp(`doubt: US ${wrong.halved} 2025-07-`),
  },
]

const ofFiles: Scripted[] = [
  {
    night: '2026-07-13',
    what: 'a snapshot of movers is cut, and comes whole an hour later',
    shows: /refused file: 20260713-1030\.csv/,
  },
  {
    night: '2026-07-14',
    what: 'a file of holdings is cut, and comes whole an hour later',
    shows: /refused file: ccass-20260714\.csv/,
  },
  {
    night: '2026-07-15',
    what: 'a file of profit alerts has a column of another name, and comes right an hour later',
    shows: /refused file: alerts-20260715\.csv/,
  },
  { night: '2026-07-16', what: 'the holdings of the day come a day late', shows: /^incoming: \d+ rows/ },
  { night: '2026-07-17', what: 'the holdings of 2026-07-14 come a second time', shows: /^incoming: \d+ rows/ },
]

export const scripted: Scripted[] = [
  ...timed.flatMap(({ night, what, shows }) => (night && what && shows ? [{ night, what, shows }] : [])),
  ...corrected,
  ...ofFiles,
]

/** Sets the vendors' faults for the hour. */
export function injectFaults({ vendors, now }: Installation): void {
  const due = timed.filter(fault => isIn(fault, now()))
  vendors.faults.splice(0, Infinity, ...due.map(({ of, does, times = always }) => ({ of, does, times })))
}

type Prices = Record<'open' | 'high' | 'low' | 'close', number>
type Row = Prices & { code?: string; date: Day }
export const restatedYear = { from: '2025-07-21', to: '2026-07-17' }
export const restatedOn = '2026-07-18'

/**
 * Makes the vendors send wrong prices for single stocks and, from their scripted hours on, restated prices and figures.
 */
export function injectCorrections({ vendors, now }: Installation): void {
  const pricesOf = (of: string, isWrong: (row: Row) => boolean, factor: number) =>
    vendors.correct(of, body => (body as Row[]).map(row => (isWrong(row) ? scaled(row, factor) : row)))
  pricesOf('last-day/HK?fmt=json&date=2026-07-14', ({ code }) => code === wrong.spike, 10)
  pricesOf('last-day/SH', ({ code, date }) => code === wrong.fourfold && date >= '2026-07-16', 4)
  const isRestated = ({ date }: Row) => now() >= hour('19T00') && date >= restatedYear.from && date <= restatedYear.to
  pricesOf(`/eod/${wrong.halved}.US`, isRestated, 0.5)
  vendors.correct('companyfacts', body => (now() >= hour('18T12') ? withRestatedSales(body as Facts) : body))
}

const scaled = (row: Row, factor: number): Row =>
  'close' in row
    ? {
        ...row,
        open: row.open * factor,
        high: row.high * factor,
        low: row.low * factor,
        close: row.close * factor,
      }
    : row

type Entry = { end: Day; val: number; accn: string; form: string; filed: Day }
type Facts = { facts: { 'us-gaap': { Revenues: { units: { USD: Entry[] } } } } }

function withRestatedSales(body: Facts): Facts {
  const restated = structuredClone(body)
  const { USD: sales } = restated.facts['us-gaap'].Revenues.units
  const anew = { accn: '0001-2025-A', form: '10-K/A', filed: restatedOn }
  for (const entry of sales.filter(({ end }) => end.startsWith('2025')))
    sales.push({ ...entry, val: Math.round(entry.val * 0.9), ...anew })
  return restated
}
