import { firedRules } from '@finlist/domain/market-trend/proposal'
import { aheads, terms } from '@finlist/domain/market-trend/terms'
import { marketTrends } from '@finlist/domain/market-trend/trend'
import type { ExchangeId } from '@finlist/domain/markets'
import * as z from 'zod/mini'
import { confirmed, imported, reading } from './admin.ts'
import { call } from './call.ts'
import { exchangeId, exchangeParams, isoDate } from './finlist.ts'

export const historyDays = 250

const forMarket = ({ exchange }: { exchange: ExchangeId }) => `market-trend:${exchange}` as const
const trend = z.enum(marketTrends)
/** Stocks, or percent (3.25 = 3.25%). Null: an uploaded file had no value, or the denominator is zero. */
const figure = z.nullable(z.number())
const list = z.array(figure).check(z.maxLength(historyDays))

/**
 * `issueDate` is the trading day of the figures; null when there is none yet. `stocks` of the market had a price that
 * day. Up, down, no change, highs and lows are in percent of them; averages in percent of the stocks that have that
 * average, and in total percent of all stocks. `uploaded`: the figures came from a file, not from prices.
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

/** Lists of equal length, oldest first: the last 250 trading days. */
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

/** The states of both terms in force during the history, by the day they began. */
const states = z
  .array(z.object({ shortTerm: z.boolean(), startDate: isoDate, marketTrend: trend }))
  .check(z.maxLength(2 * historyDays))

export const marketTrend = call({
  method: 'GET',
  path: '/markettrend/:exchange',
  topics: ['markettrend'],
  needs: { right: forMarket, fresh: 'never' },
  params: exchangeParams,
  /** `stocksList`: how many stocks had a price on each day of the history. */
  data: z.extend(snapshot, { history, stocksList: list, states }),
})
export type MarketTrendData = z.output<(typeof marketTrend)['data']>

const counted = z.int().check(z.nonnegative())
const ahead = z.literal(aheads)
/** By how much the mean change exceeds that of all weeks, as fractions; `p` is corrected for all that are shown. */
const more = z.object({ count: counted, mean: z.number(), low: z.number(), high: z.number(), p: z.number() })
const widening = z.object({ factor: figure, cells: counted, held: counted, heldWidened: counted })
/**
 * For a state or for all: the weeks, and the index's mean change over the weeks after them as a fraction; null: too
 * few.
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
 * What followed the states that the published rules give the market's index, compared with what followed all weeks;
 * counted once a month. Null: not yet.
 */
export const stateRates = call({
  method: 'GET',
  path: '/markettrend/:exchange/state-rates',
  topics: ['chance'],
  needs: { right: forMarket, fresh: 'never' },
  params: exchangeParams,
  data: z.nullable(marketStateRates),
})

/** A day's breadth, or several days' with a date column; uploaded figures override those computed from prices. */
export const uploadMarketTrend = call({
  method: 'POST',
  path: '/admin/data/markettrend/upload',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object({ exchange: exchangeId, issueDate: isoDate, ...confirmed, ...reading }),
  files: ['marketTrendDetailCsv'],
  data: imported,
})

/**
 * Records the market's new state since `startDate`. `amend` corrects the newest entry: its state is replaced and its
 * start date stays. `shortTerm` false: the mid to long term. A state of a day that is held back answers 409, code
 * `confirm`, until it is sent again with `confirm`. Returns the resulting start date.
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
/** A term's state as staff last set it. */
const set = z.nullable(z.object(state))
/** A day of the index that fired a rule. Changes in percent; for the volume, null: not comparable. */
const firedDay = z.object({
  date: isoDate,
  rule: z.enum(firedRules),
  close: z.number(),
  change: z.number(),
  volumeChange: figure,
})
/** A week identified by its last trading day, with its close and the averages of the last 10 and 40 weeks' closes. */
const week = z.object({
  date: isoDate,
  close: z.number(),
  tenWeekAverage: z.number(),
  fortyWeekAverage: z.number(),
})

/**
 * Added: the trend that a published rule (`domain/market-trend/proposal` and `long-term-proposal`) proposes for the
 * market's index as at its newest day, with the days and weeks that fired it, next to what staff set. Proposed null:
 * too few days, or days without volume.
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
