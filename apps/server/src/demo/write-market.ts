import { actionsOf, tradedBars, tradedStep } from '@finlist/demo-market/corporate-actions'
import type { Issue } from '@finlist/demo-market/issues'
import { type Bar, barsOf, type DemoMarket } from '@finlist/demo-market/market'
import { type Outline, outlinesOf, outlinesOfPicks } from '@finlist/demo-market/outlines'
import { snapshotsOf } from '@finlist/demo-market/snapshots'
import { truthsOf } from '@finlist/demo-market/truth'
import { adjustedPrice } from '@finlist/domain/adjust/adjustment'
import { addDays, type Day } from '@finlist/domain/calendar'
import { currencyOf, type ExchangeId } from '@finlist/domain/markets'
import type { Tx } from '../db/database.ts'
import { copyRows } from './copy-rows.ts'
import { writeHoldings } from './write-holdings.ts'
import { newIssues, writeIssues } from './write-issues.ts'
import { publishToday, writeAnnouncements, writeSnapshots } from './write-today.ts'

export type Counts = { bars: number; issues: number; holdings: number }

/**
 * Writes a whole market, or only the days after `loadedTo`; existing rows are kept. With `leaves`, the bars of the
 * newest day are left to the importer, and one market's newest list is left to staff.
 */
export async function writeMarket(
  tx: Tx,
  market: DemoMarket,
  { loadedTo, leaves = false }: { loadedTo?: Day | undefined; leaves?: boolean } = {},
): Promise<Counts> {
  const from = loadedTo ? addDays(loadedTo, 1) : ''
  const issues = await newIssues(tx, market, { loadedTo, leaves })
  await writeStocks(tx, market)
  await writeActions(tx, market)
  await writeListings(tx, market)
  const keep = await hasBars(tx, market.exchange)
  const bars = await copyRows(tx, 'bar', barColumns, barRows(market, from, leaves ? market.days.at(-1) : undefined), {
    keep,
  })
  await writeIssues(tx, market, issues)
  const holdings = market.exchange === 'HKEX' ? await writeHoldings(tx, market, from) : 0
  if (market.exchange === 'HKEX') await writeLastDays(tx, market, from)
  await writeStates(tx, market)
  await writeOutlines(tx, market, issues)
  await writeTruth(tx, market)
  return { bars, issues: issues.length, holdings }
}

async function writeStocks(tx: Tx, { exchange, stocks, index, days }: DemoMarket) {
  const listed = stocks.filter(
    ({ traits: { special } }) => !(special?.kind === 'new-listing' && special.day >= days.length),
  )
  const rows = [index, ...listed].map(({ listing: it }) => [
    exchange,
    it.stockCode,
    it.isIndex,
    it.stockName,
    it.stockNameZh,
    it.sector,
    it.sectorZh,
    it.subSector,
    it.subSectorZh,
    it.profileInfo,
    it.profileInfoZh,
  ])
  const columns =
    'exchange stock_code is_index stock_name stock_name_zh sector sector_zh sub_sector sub_sector_zh profile_info profile_info_zh'
  await copyRows(tx, 'stock', columns.split(' '), rows, { keep: true })
}

async function hasBars(tx: Tx, exchange: ExchangeId): Promise<boolean> {
  const { rows } = await tx.query('select from bar where exchange = $1 limit 1', [exchange])
  return rows.length > 0
}

const barColumns = 'exchange stock_code date open high low close volume'.split(' ')

function* barRows(market: DemoMarket, from: Day, without: Day | undefined) {
  const { exchange, days, stocks, index } = market
  const row = (code: string, bar: Bar) =>
    [exchange, code, bar.date, bar.open, bar.high, bar.low, bar.close, bar.volume] as const
  for (const bar of barsOf(days, index.series, from)) yield row(index.listing.stockCode, bar)
  for (const stock of stocks)
    for (const bar of tradedBars(market, stock, from)) if (bar.date !== without) yield row(stock.listing.stockCode, bar)
}

const source = 'demo'

async function writeActions(tx: Tx, market: DemoMarket) {
  const currency = currencyOf[market.exchange]
  const rows = market.stocks.flatMap(stock =>
    actionsOf(market, stock).map(({ stockCode, exDate, kind, numerator, denominator, amount }) => {
      const paid = [amount, amount === null ? null : currency] as const
      return [market.exchange, stockCode, exDate, kind, numerator, denominator, ...paid, source, `${exDate}T00:00:00Z`]
    }),
  )
  const columns = 'exchange stock_code ex_date kind numerator denominator amount currency source known_at'
  await copyRows(tx, 'corporate_action', columns.split(' '), rows, { keep: true })
}

/** Writes the delisted stocks, each with the last value of a share. */
async function writeListings(tx: Tx, { exchange, stocks, days }: DemoMarket) {
  const rows = stocks.flatMap(({ listing, traits: { special }, series }) => {
    if (special?.kind !== 'delisting' || special.day >= days.length) return []
    const last = series.close.findLast(close => !Number.isNaN(close)) ?? null
    return [[exchange, listing.stockCode, days[0]!, days[special.day]!, 'Taken private', last]]
  })
  const columns = 'exchange stock_code listed_on delisted_on reason last_value'
  await copyRows(tx, 'listing', columns.split(' '), rows, { keep: true })
}

const snapshotDays = 3

async function writeLastDays(tx: Tx, market: DemoMarket, from: Day) {
  for (const day of market.days.slice(-snapshotDays))
    if (day >= from) await writeSnapshots(tx, snapshotsOf(market, day))
  await writeAnnouncements(tx, market)
  await publishToday(tx)
}

/** Rewrites the planted bases: one that was still forming at the last load may be complete or have broken out since. */
async function writeTruth(tx: Tx, market: DemoMarket) {
  await tx.query('delete from demo_truth where exchange = $1', [market.exchange])
  const rows = [...truthsOf(market)].map(({ stockCode, kind, facts }) => [
    market.exchange,
    stockCode,
    kind,
    JSON.stringify(facts),
  ])
  await copyRows(tx, 'demo_truth', ['exchange', 'stock_code', 'kind', 'facts'], rows)
}

const trends = {
  uptrend: 'UPTREND',
  'under pressure': 'UNDER_PRESSURE',
  downtrend: 'DOWNTREND',
  'rally attempt': 'RALLY_ATTEMPT',
} as const

/** Minimum length of a mid- to long-term market state, in trading days (six weeks). */
const lastingDays = 30

/** Writes the planted states of the market; a state that staff set for the same day is kept. */
async function writeStates(tx: Tx, { exchange, states, days }: DemoMarket) {
  const numberOf = new Map(days.map((day, at) => [day, at]))
  const lasting = states.filter(({ from }, at) => {
    const end = states[at + 1]?.from
    return (end ? numberOf.get(end)! : days.length) - numberOf.get(from)! >= lastingDays
  })
  const changes = lasting.filter(({ state }, at) => state !== lasting[at - 1]?.state)
  const rows = [
    ...states.map(({ state, from }) => [exchange, true, from, trends[state]] as const),
    ...changes.map(({ state, from }) => [exchange, false, from, trends[state]] as const),
  ]
  await copyRows(tx, 'market_state', ['exchange', 'short_term', 'start_date', 'trend'], rows, { keep: true })
}

const weekDays = 5

/**
 * Redraws the planted bases, because one that was forming may be complete by now. Also redraws the bases of the lists'
 * picks, each as in the newest list that contains the pick.
 */
async function writeOutlines(tx: Tx, market: DemoMarket, issues: readonly Issue[]) {
  const planted = patternRows(market, 'demo', outlinesOf(market))
  const picks = patternRows(market, 'pick', outlinesOfPicks(market, issues))
  await tx.query(
    `delete from chart_pattern where exchange = $1 and (pattern_id like 'demo-%' or pattern_id = any($2))`,
    [market.exchange, picks.map(([, id]) => id)],
  )
  const columns = 'exchange pattern_id stock_code pattern_type points options from_date to_date'
  await copyRows(tx, 'chart_pattern', columns.split(' '), [...planted, ...picks])
}

function patternRows(market: DemoMarket, origin: string, outlines: Iterable<Outline>) {
  const numberOf = new Map(market.days.map((day, at) => [day, at]))
  const stepOf = new Map(market.stocks.map(stock => [stock.listing.stockCode, tradedStep(market, stock)]))
  return Array.from(outlines, ({ stockCode, pattern, points, depth, handleDepth, pivot }) => {
    const [from, to] = [points[0]!.date, points.at(-1)!.date]
    // A base's prices are stored adjusted to the shares of its last day.
    const step = stepOf.get(stockCode)?.(to)
    const facts = {
      lengthWeeks: Math.round((numberOf.get(to)! - numberOf.get(from)!) / weekDays),
      depthPercent: depth,
      handleDepthPercent: handleDepth,
      pivot: adjustedPrice(pivot, step),
    }
    return [
      market.exchange,
      `${origin}-${stockCode}-${from}`,
      stockCode,
      pattern,
      JSON.stringify(
        points.map(({ date, price }) => ({
          time: Date.parse(`${date}T00:00:00Z`) / 1_000,
          price: adjustedPrice(price, step),
        })),
      ),
      JSON.stringify(facts),
      from,
      to,
    ] as const
  })
}
