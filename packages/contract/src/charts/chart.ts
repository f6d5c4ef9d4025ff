import { adjustments } from '@finlist/domain/adjust/kinds'
import { practiceSteps } from '@finlist/domain/chart/practice'
import { marketTrends } from '@finlist/domain/market-trend/trend'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { corporateAction } from '../corporate-action.ts'
import { isoDate, patternTypes } from '../finlist.ts'

/*
 * The datafeed combines the public UDF protocol with the terms of the specification. Bodies have no envelope. Times of
 * the protocol are whole seconds since the epoch.
 */
const seconds = z.coerce.number().check(z.int(), z.minimum(-10_000_000_000), z.maximum(100_000_000_000))
const symbol = z.string().check(z.minLength(1), z.maxLength(40))
const flag = z.optional(z.string().check(z.maxLength(10)))

/**
 * Returns the data as it was known at the end of that day: no later bars, corporate actions, bases or trend changes,
 * and no adjustment for later ex-dates.
 */
const asOf = z.optional(isoDate)

/**
 * A symbol, such as 'HKEX:0700'. For a code without a market, `isSimulator` means the market PRAC and `isGame` the
 * market GAME.
 */
const ofSymbol = { symbol, isSimulator: flag, isGame: flag }

/** The resolutions by their names in the protocol, including short forms that some clients send. */
const resolution = z._default(z.enum(['D', '1D', 'W', '1W', 'M', '1M']), '1D')

const adjustment = z._default(z.enum(adjustments), 'splits')

const bar = z.object({
  /** 00:00 UTC of the trading day, in ms since the epoch. */
  time: z.number(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  volume: z.number(),
})
export type ChartBar = z.output<typeof bar>

/** The datafeed's configuration for clients of the protocol. */
export const chartConfig = call({
  method: 'GET',
  path: '/tvchart/config',
  plain: true,
  needs: { right: 'chart', fresh: 'never' },
  protocol: true,
  data: z.object({
    supports_search: z.boolean(),
    supports_group_request: z.boolean(),
    supports_marks: z.boolean(),
    supports_timescale_marks: z.boolean(),
    supports_time: z.boolean(),
    exchanges: z.array(z.object({ value: z.string(), name: z.string(), desc: z.string() })),
    symbols_types: z.array(z.object({ name: z.string(), value: z.string() })),
    supported_resolutions: z.array(z.string()),
  }),
})

/** The day and reason of a delisting, and the final value of a share in the market's currency. */
const delisted = z.object({ on: isoDate, reason: z.nullable(z.string()), lastValue: z.nullable(z.number()) })
export type Delisted = z.output<typeof delisted>

/** Must not have a key `s`, which clients of the protocol would take for an error. */
const symbolInfo = z.object({
  name: z.string(),
  ticker: z.string(),
  full_name: z.string(),
  description: z.string(),
  description_zh: z.string(),
  type: z.enum(['stock', 'index']),
  session: z.string(),
  timezone: z.string(),
  exchange: z.string(),
  listed_exchange: z.string(),
  'exchange-listed': z.string(),
  'exchange-traded': z.string(),
  currency_code: z.string(),
  format: z.literal('price'),
  minmov: z.number(),
  minmov2: z.number(),
  minmove2: z.number(),
  pricescale: z.number(),
  has_intraday: z.boolean(),
  has_daily: z.boolean(),
  has_weekly_and_monthly: z.boolean(),
  supported_resolutions: z.array(z.string()),
  volume_precision: z.number(),
  data_status: z.literal('endofday'),
  /** For a delisted stock: the protocol's fields (the date in seconds), and what is known about the delisting. */
  expired: z.optional(z.boolean()),
  expiration_date: z.optional(z.number()),
  delisted: z.optional(delisted),
  /** Whether its bars may be redistributed, for example as a file. */
  may_export: z.optional(z.boolean()),
})
export type SymbolInfo = z.output<typeof symbolInfo>

/** A symbol's description for charts. 404 if there is no such symbol. */
export const chartSymbols = call({
  method: 'GET',
  path: '/tvchart/symbols',
  plain: true,
  topics: ['finlist', 'prices'],
  needs: { right: 'chart', fresh: 'never' },
  query: z.object({ ...ofSymbol, asOf }),
  data: symbolInfo,
})

const found = z.object({
  symbol: z.string(),
  full_name: z.string(),
  ticker: z.string(),
  description: z.string(),
  description_zh: z.string(),
  exchange: z.string(),
  type: z.enum(['stock', 'index']),
  /** The date of delisting. */
  delisted_on: z.optional(isoDate),
  /** The former name or code by which it was found, if its current ones do not match. */
  formerly: z.optional(z.string()),
  formerly_zh: z.optional(z.string()),
})
export type FoundSymbol = z.output<typeof found>

/**
 * Finds symbols, at most 100, in this order: the exact code or name, codes and names that begin with the text, Chinese
 * names whose pinyin or jyutping does (initials or whole, without tones), names that contain it, former names and codes;
 * delisted stocks are last. Of equal matches, numeric codes are before others, in numeric order.
 */
export const chartSearch = call({
  method: 'GET',
  path: '/tvchart/search',
  plain: true,
  topics: ['finlist', 'prices'],
  needs: { right: 'chart', fresh: 'never' },
  query: z.object({
    query: z._default(z.string().check(z.maxLength(60)), ''),
    exchange: z._default(z.string().check(z.maxLength(20)), ''),
    type: z._default(z.string().check(z.maxLength(20)), ''),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000)), 100),
    isSimulator: flag,
    asOf,
  }),
  data: z.array(found),
})

/**
 * A symbol's bars, oldest first: from `from` until before `to`, or the last `countback` bars before `to`. `countback`
 * takes precedence over `from`. The body serves both kinds of client: the columns t, o, h, l, c, v, with times in
 * seconds, are for the protocol; `bars`, with times in ms, is for ours. `format` requests only one of the two. Weekly
 * and monthly bars have the date of their first trading day.
 *
 * Prices and volumes are adjusted for the splits, consolidations and bonus issues known today; `adjustment` requests
 * unadjusted ones, or ones that are also adjusted for dividends. Practice data is never adjusted; there, `step` limits
 * the bars to the days of one step from `from` on. Forbidden for everyone but staff if the market's bars are for
 * internal use only.
 *
 * With `asOf`, `step` returns the days of the step that follows that day, as known at the end of the last of them.
 * There are none if the stock has not traded since.
 */
export const chartHistory = call({
  method: 'GET',
  path: '/tvchart/history',
  plain: true,
  topics: ['prices', 'finlist', 'closings'],
  needs: { right: 'chart', fresh: 'never' },
  query: z.object({
    ...ofSymbol,
    resolution,
    from: z.optional(seconds),
    to: z.optional(seconds),
    countback: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(20_000))),
    format: z.optional(z.enum(['udf', 'bars'])),
    step: z.optional(z.enum(practiceSteps)),
    adjustment,
    asOf,
    firstDataRequest: flag,
    isStreaming: flag,
  }),
  data: z.object({
    s: z.enum(['ok', 'no_data']),
    t: z.optional(z.array(z.number())),
    o: z.optional(z.array(z.number())),
    h: z.optional(z.array(z.number())),
    l: z.optional(z.array(z.number())),
    c: z.optional(z.array(z.number())),
    v: z.optional(z.array(z.number())),
    bars: z.optional(z.array(bar)),
    noData: z.boolean(),
    /** The time of the newest bar before an empty range, in seconds. */
    nextTime: z.optional(z.number()),
    /** The last trading day of the newest bar, in seconds, if the bar is a week or month of several days. */
    asAt: z.optional(z.number()),
    /** In a practice step: true if there are no more days before `to`. */
    atEnd: z.optional(z.boolean()),
    /**
     * With `asOf`: true if the stock had a corporate action in these days. Earlier bars may then have changed and must
     * be reloaded.
     */
    acted: z.optional(z.boolean()),
    /**
     * The days, in seconds, with an unexplained price move: an error or an unrecorded split. Days before the first bar
     * are included while they keep the stock out of lists and breadth.
     */
    unconfirmed: z.optional(z.array(z.number())),
    /** The daily bars, in seconds, of sessions that ended at midday. Volume averages leave them out. */
    halfDays: z.optional(z.array(z.number())),
  }),
})

export type ChartHistory = z.output<(typeof chartHistory)['data']>

const span = { symbol, from: z.optional(seconds), to: z.optional(seconds), resolution, asOf }

/**
 * A market's trend changes, as marks on its index. Empty for other symbols, and without the right to the market's
 * trend. Each list has an entry per mark; times are in seconds.
 */
export const chartMarks = call({
  method: 'GET',
  path: '/tvchart/marks',
  plain: true,
  needs: { right: 'chart', fresh: 'never' },
  query: z.object(span),
  data: z.object({
    id: z.array(z.string()),
    time: z.array(z.number()),
    color: z.array(z.string()),
    text: z.array(z.string()),
    label: z.array(z.string()),
    labelFontColor: z.array(z.string()),
    minSize: z.array(z.number()),
    /** Our extension of the protocol: `trend` and `shortTerm`, for clients that label the marks themselves. */
    trend: z.array(z.enum(marketTrends)),
    shortTerm: z.array(z.boolean()),
  }),
})

/** The marks of `chartMarks` for the time scale. */
export const chartTimescaleMarks = call({
  method: 'GET',
  path: '/tvchart/timescale_marks',
  plain: true,
  needs: { right: 'chart', fresh: 'never' },
  protocol: true,
  query: z.object(span),
  data: z.array(
    z.object({ id: z.string(), time: z.number(), color: z.string(), label: z.string(), tooltip: z.array(z.string()) }),
  ),
})

/** The server's time in whole seconds, as plain text. */
export const chartTime = call({
  method: 'GET',
  path: '/tvchart/time',
  plain: true,
  needs: { right: 'chart', fresh: 'never' },
  protocol: true,
  data: z.number(),
})

/**
 * A stock's corporate actions by ex-date, including future ones; empty for indices and practice symbols. From the
 * ex-date on, `numerator` new shares replace `denominator` old ones; `amount` is paid per old share.
 */
export const chartActions = call({
  method: 'GET',
  path: '/tvchart/actions',
  topics: ['prices'],
  needs: { right: 'chart', fresh: 'never' },
  query: z.object({ symbol, asOf }),
  data: z.array(corporateAction),
})

const quote = z.object({
  s: z.enum(['ok', 'error']),
  n: z.string(),
  v: z.object({
    ch: z.number(),
    chp: z.number(),
    short_name: z.string(),
    exchange: z.string(),
    description: z.string(),
    lp: z.number(),
    ask: z.number(),
    bid: z.number(),
    open_price: z.number(),
    high_price: z.number(),
    low_price: z.number(),
    prev_close_price: z.number(),
    volume: z.number(),
  }),
})

/**
 * The prices of each symbol on its newest day, for at most 50 symbols separated by commas. Ask and bid equal the close,
 * because no quotes are stored.
 */
export const chartQuotes = call({
  method: 'GET',
  path: '/tvchart/quotes',
  plain: true,
  topics: ['prices'],
  needs: { right: 'chart', fresh: 'never' },
  protocol: true,
  query: z.object({ symbols: z.string().check(z.minLength(1), z.maxLength(1_000)) }),
  data: z.object({ s: z.literal('ok'), d: z.array(quote) }),
})

/** The most stocks in one request for small charts. */
export const mostSmall = 12
/** Trading days or weeks on a small chart, in front of which the average needs as many bars as it is long. */
export const smallLength = { '1D': 126, '1W': 104 } as const

/**
 * The newest bars of several stocks, for the small charts of a list: as many as `smallLength` and the average of prices
 * need, oldest first, adjusted for splits, in columns as in `chartHistory`. The answers are in the order of the
 * request. `no_data`: no such symbol, or no bars. `not_shown`: its market's bars are for staff only.
 *
 * `base`: the newest base that ended within the bars; null without one, or without the right to the patterns of the
 * market.
 */
export const smallCharts = call({
  method: 'GET',
  path: '/tvchart/small',
  topics: ['prices', 'finlist', 'patterns'],
  needs: { right: 'chart', fresh: 'never' },
  query: z.object({
    /** Separated by commas. */
    symbols: z.string().check(
      z.minLength(1),
      z.maxLength(mostSmall * 41),
      z.refine(text => text.split(',').length <= mostSmall),
    ),
    resolution: z._default(z.enum(['1D', '1W']), '1D'),
    /** The last day; by default, the newest. Its week is complete in weekly bars. */
    until: z.optional(isoDate),
  }),
  data: z
    .array(
      z.object({
        symbol: z.string(),
        status: z.enum(['ok', 'no_data', 'not_shown']),
        t: z.array(z.number()),
        o: z.array(z.number()),
        h: z.array(z.number()),
        l: z.array(z.number()),
        c: z.array(z.number()),
        v: z.array(z.number()),
        /** As in `chartHistory`. */
        asAt: z.optional(z.number()),
        unconfirmed: z.optional(z.array(z.number())),
        base: z.nullable(
          z.object({
            points: z.array(z.object({ time: z.number(), price: z.number() })),
            pivot: z.optional(z.number()),
            stop: z.optional(z.number()),
          }),
        ),
      }),
    )
    .check(z.maxLength(mostSmall)),
})
export type SmallChart = z.output<(typeof smallCharts)['data']>[number]

const facts = z.object({
  patternType: z.enum(patternTypes),
  stage: z.optional(z.string()),
  /** The number of weeks from the first point to the last. */
  lengthWeeks: z.optional(z.number()),
  depthPercent: z.optional(z.number()),
  handleDepthPercent: z.optional(z.number()),
  pivot: z.optional(z.number()),
  /** The method's stop for a pick with this base. */
  stop: z.optional(z.number()),
})
export type PatternFacts = z.output<typeof facts>

/**
 * The bases whose outline overlaps the range, on daily and weekly charts; none on monthly ones. Requires the right to
 * the patterns of the symbol's market. Prices are adjusted as in `chartHistory`.
 */
export const chartPatterns = call({
  method: 'GET',
  path: '/tvchart/patterns',
  topics: ['patterns', 'prices'],
  needs: { right: 'chart', fresh: 'never' },
  query: z.object({ ...span, adjustment }),
  data: z.array(
    z.object({
      points: z.array(z.object({ time: z.number(), price: z.number() })),
      options: z.object({ shape: z.string(), text: z.string(), overrides: z.record(z.string(), z.unknown()), facts }),
    }),
  ),
})
export type ChartPattern = z.output<(typeof chartPatterns)['data']>[number]

/**
 * The RS line of a symbol: its price relative to its market's index; empty for indices and practice symbols. `time` is
 * in seconds. Without a symbol, a successful response only means that the caller may see RS lines.
 */
export const chartRsLine = call({
  method: 'GET',
  path: '/tvchart/rsline',
  topics: ['prices'],
  needs: { right: 'rsline', fresh: 'never' },
  query: z.object({ symbol: z.optional(symbol), resolution, asOf }),
  data: z.optional(
    z.array(
      z.object({
        time: z.number(),
        value: z.number(),
        newHigh: z.enum(['none', 'with-price', 'before-price']),
      }),
    ),
  ),
})

/**
 * The point at which practice with a stock starts: bars before `startTime` (seconds) are visible from the start, later
 * ones are played one by one. Responds 404 if the stock is not a practice stock.
 */
export const simulatorInfo = call({
  method: 'GET',
  path: '/tvchart/simulator-info',
  topics: ['prices'],
  needs: { right: 'chart', fresh: 'never' },
  query: z.object({ symbol }),
  data: z.object({
    symbol: z.string(),
    stockName: z.string(),
    stockNameZh: z.string(),
    startTime: z.number(),
    resolution: z.enum(['1D', '1W', '1M']),
    startDate: isoDate,
  }),
})
