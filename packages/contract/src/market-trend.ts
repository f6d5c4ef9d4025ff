import { firedRules } from '@finlist/domain/market-trend/proposal'
import { aheads, terms } from '@finlist/domain/market-trend/terms'
import { marketTrends } from '@finlist/domain/market-trend/trend'
import type { ExchangeId } from '@finlist/domain/markets'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeId, exchangeParams, isoDate } from './finlist.ts'
import { confirmed, imported, reading } from './staff/admin.ts'

export const historyDays = 250

const forMarket = ({ exchange }: { exchange: ExchangeId }) => `market-trend:${exchange}` as const
const trend = z.enum(marketTrends)
/**
 * A number of stocks, or a percentage (3.25 = 3.25%). Null if an uploaded file has no value, or if the percentage would
 * be of zero stocks.
 */
const figure = z.nullable(z.number())
const list = z.array(figure).check(z.maxLength(historyDays))

/**
 * `issueDate` is the trading day of the figures; null if there are none yet. `stocks` is the number of the market's
 * stocks with a price on that day. The percentages of up, down, no change, highs and lows are shares of this number.
 * Percentages of a moving average are shares of the stocks that have that average, `…TotalPercent` shares of all
 * stocks. `uploaded`: the figures were uploaded, not computed from prices.
 */
const snapshot = z.object({
  issueDate: z.nullable(isoDate),
  uploaded: z.boolean(),
  shortTermMarketTrend: z.nullable(trend),
  shortTermStartDate: z.nullable(isoDate),
  midLongTermMarketTrend: z.nullable(trend),
  midLongTermStartDate: z.nullable(isoDate),
  stocks: figure,
  up: figure,
  upPercent: figure,
  down: figure,
  downPercent: figure,
  noChange: figure,
  noChangePercent: figure,
  onTenWeekMa: figure,
  onTenWeekMaPercent: figure,
  onTenWeekMaTotalPercent: figure,
  underTenWeekMa: figure,
  underTenWeekMaPercent: figure,
  underTenWeekMaTotalPercent: figure,
  onFortyWeekMa: figure,
  onFortyWeekMaPercent: figure,
  onFortyWeekMaTotalPercent: figure,
  underFortyWeekMa: figure,
  underFortyWeekMaPercent: figure,
  underFortyWeekMaTotalPercent: figure,
  fiftyTwoWeekHigh: figure,
  fiftyTwoWeekHighPercent: figure,
  fiftyTwoWeekLow: figure,
  fiftyTwoWeekLowPercent: figure,
})

/** Lists of equal length, oldest first, over the last 250 trading days. */
const history = z.object({
  dates: z.array(isoDate).check(z.maxLength(historyDays)),
  upList: list,
  downList: list,
  onTenWeekMaList: list,
  underTenWeekMaList: list,
  onFortyWeekMaList: list,
  underFortyWeekMaList: list,
  fiftyTwoWeekHighList: list,
  fiftyTwoWeekLowList: list,
})

/** The short-term and long-term trends in force during the history, by start date. */
const states = z
  .array(z.object({ shortTerm: z.boolean(), startDate: isoDate, marketTrend: trend }))
  .check(z.maxLength(2 * historyDays))

/**
 * A market's breadth on its newest day, the trends that staff have set, and the history of the last 250 trading days,
 * oldest first. Percentages (3.25 = 3.25%) are of all stocks with a price on the day, except those named `…MaPercent`,
 * which are of the stocks that have the moving average. A figure is null if it is unknown. `uploaded`: the figures were
 * uploaded, not computed from prices.
 */
export const marketTrend = call({
  method: 'GET',
  path: '/markettrend/:exchange',
  topics: ['markettrend'],
  needs: { right: forMarket, fresh: 'never' },
  params: exchangeParams,
  /** `stocksList` is the number of stocks with a price on each day of the history. */
  data: z.extend(snapshot, { history, stocksList: list, states }),
})
export type MarketTrendData = z.output<(typeof marketTrend)['data']>

const counted = z.int().check(z.nonnegative())
const ahead = z.literal(aheads)
/**
 * The excess of the mean change after these weeks over the mean after all weeks, as fractions. `p` is corrected for the
 * number of comparisons shown.
 */
const more = z.object({ count: counted, mean: z.number(), low: z.number(), high: z.number(), p: z.number() })
const widening = z.object({ factor: figure, cells: counted, held: counted, heldWidened: counted })
/**
 * For one state, or for all weeks: the number of weeks, and the mean change of the index in the weeks that followed, as
 * a fraction; null if there are too few.
 */
const followed = { weeks: counted, mean: figure }

const marketStateRates = z.object({
  countedAt: z.iso.datetime(),
  worlds: counted,
  widenings: z.array(z.object({ ahead, widening })).check(z.maxLength(aheads.length)),
  rates: z
    .array(
      z.object({
        term: z.enum(terms),
        ahead,
        ...followed,
        states: z
          .array(z.object({ state: trend, ...followed, more: z.nullable(more) }))
          .check(z.maxLength(marketTrends.length)),
      }),
    )
    .check(z.maxLength(terms.length * aheads.length)),
})
export type MarketStateRates = z.output<typeof marketStateRates>

/**
 * The mean change of the market's index in the 4 and 13 weeks after each state that the published rules assigned,
 * compared with the mean after all weeks. Changes are fractions. Computed once a month; null before the first time.
 */
export const stateRates = call({
  method: 'GET',
  path: '/markettrend/:exchange/state-rates',
  topics: ['chance'],
  needs: { right: forMarket, fresh: 'never' },
  params: exchangeParams,
  data: z.nullable(marketStateRates),
})

/**
 * Uploads a market's breadth for one day or, with a date column, for several days. Uploaded figures replace those
 * computed from prices.
 */
export const uploadMarketTrend = call({
  method: 'POST',
  path: '/admin/data/markettrend/upload',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object({ exchange: exchangeId, issueDate: isoDate, ...confirmed, ...reading }),
  files: ['marketTrendDetailCsv'],
  data: imported,
})

/**
 * Sets the market's state from `startDate` on. `amend` corrects the newest entry: it replaces the state and keeps the
 * start date. `shortTerm` false sets the mid to long term. If the date is a quarantined day, the call responds 409,
 * code `confirm`, unless `confirm` is true. Returns the start date that applies.
 */
export const updateTrend = call({
  method: 'POST',
  path: '/admin/data/markettrend/update-trend',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object({ exchange: exchangeId, startDate: z.optional(z.union([isoDate, z.literal('')])) }),
  body: z.object({
    marketTrend: trend,
    shortTerm: z.boolean(),
    amend: z.boolean(),
    confirm: z.optional(z.boolean()),
  }),
  data: z.object({ startDate: isoDate }),
})

const state = { marketTrend: trend, startDate: isoDate }
/** The state of a term as last set by staff. */
const set = z.nullable(z.object(state))
/**
 * A day on which the index triggered a rule. Changes are in percent; `volumeChange` is null if the volumes are not
 * comparable.
 */
const firedDay = z.object({
  date: isoDate,
  rule: z.enum(firedRules),
  close: z.number(),
  change: z.number(),
  volumeChange: figure,
})
/** A week, identified by its last trading day, with its close and its 10-week and 40-week averages of closes. */
const week = z.object({
  date: isoDate,
  close: z.number(),
  tenWeekAverage: z.number(),
  fortyWeekAverage: z.number(),
})

/**
 * The trends that the published rules propose for the market's index on its newest day, with the days and weeks that
 * triggered the rules, next to the trends that staff have set. A proposal is null if there are too few days, or if days
 * lack a volume. Changes are in percent. Not part of the specification.
 */
export const proposedTrends = call({
  method: 'GET',
  path: '/admin/data/markettrend/proposal',
  topics: ['markettrend', 'prices'],
  needs: { right: 'staff', fresh: 'never' },
  query: z.object({ exchange: exchangeId }),
  data: z.object({
    asAt: z.nullable(isoDate),
    shortTerm: z.object({
      set,
      proposed: z.nullable(z.object({ ...state, fired: z.array(firedDay).check(z.maxLength(100)) })),
    }),
    midLongTerm: z.object({ set, proposed: z.nullable(z.object({ ...state, week, lastWeek: week })) }),
  }),
})
export type ProposedTrends = z.output<(typeof proposedTrends)['data']>
