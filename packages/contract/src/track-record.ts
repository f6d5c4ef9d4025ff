import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeParams, isoDate, patternTypes } from './finlist.ts'

/** The method's picks, the published picks, and the picks that staff vetoed. */
export const tracks = ['method', 'published', 'vetoed'] as const
/** Also what the method would have listed before the first issue: not a record, nor part of one. */
const anyTrack = [...tracks, 'reconstructed'] as const
export type Track = (typeof anyTrack)[number]

export const outcomeStates = ['waiting', 'filled', 'stop', 'target', 'time', 'expired', 'gone', 'repeated'] as const

/** Picks younger than this, in weeks, are shown only to those who have the market's list. */
export const maskedWeeks = 13

const fraction = z.number()
const interval = z.object({ count: z.number(), mean: fraction, low: fraction, high: fraction, p: z.number() })

/** Determined by rule from the difference between picks and their twins; it cannot be set by hand. */
const finding = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('too-few'), filled: z.number(), wanted: z.number() }),
  z.object({
    kind: z.enum(['no-evidence', 'better', 'worse']),
    mean: fraction,
    low: fraction,
    high: fraction,
    cells: z.number(),
    p: z.number(),
  }),
])

const trackFigures = z.object({
  track: z.enum(anyTrack),
  finding,
  /** Over picks that are settled with their twins; null under a hundred. */
  all: z.nullable(interval),
  /** The same, but ignoring the entry day's low where the close is above the stop. */
  best: z.nullable(interval),
  /** By year and by base; `p` is corrected for their number. */
  cells: z.array(
    z.object({ by: z.enum(['year', 'base']), name: z.string(), filled: z.number(), interval: z.nullable(interval) }),
  ),
  counts: z.record(z.enum(outcomeStates), z.number()),
  /** All settled picks, with or without twins: the basis of the longest run of losses and the weeks under water. */
  settled: z.number(),
  /** Settled picks with no filled twin, which are in no comparison. */
  alone: z.number(),
  /** Settled picks as [number of the issue's week, difference from the twins in tenths of a percent], oldest first. */
  dots: z.array(z.tuple([z.number(), z.number()])),
  /** In the order picks closed: the most losses in a row, and the most weeks without a new best sum of nets. */
  worstRun: z.number(),
  weeksUnder: z.number(),
  power: z.nullable(z.object({ now: fraction, afterFiveYears: fraction, picks: z.number(), years: z.number() })),
})
export type TrackFigures = z.output<typeof trackFigures>

const count = z.int().check(z.nonnegative())

/**
 * How intervals are widened: of `cells` intervals from `worlds` simulations of chance, with lists over `weeks` weeks,
 * `held` contained zero as they were and `heldWidened` when widened. `factor` null: there were too few to determine
 * one.
 */
const recordWidening = z.object({
  factor: z.nullable(z.number().check(z.minimum(1))),
  cells: count,
  held: count,
  heldWidened: count,
  worlds: count,
  weeks: count,
  countedAt: z.iso.datetime(),
})
export type RecordWidening = z.output<typeof recordWidening>

export const trackRecord = call({
  method: 'GET',
  path: '/track-record/:exchange',
  topics: ['track-record', 'finlist', 'chance'],
  needs: 'public',
  params: exchangeParams,
  data: z.object({
    /** The newest session that was counted; null: none yet. */
    asAt: z.nullable(isoDate),
    firstIssue: z.nullable(isoDate),
    weeks: z.number(),
    /** Issues made by the method, and by staff. */
    issues: z.object({ method: z.number(), staff: z.number() }),
    /**
     * Lists by the method that would differ now, because prices were corrected after them, and the number of rows
     * affected.
     */
    corrected: z.object({ lists: z.number(), rows: z.number() }),
    /** How many versions of the method were ever tried. */
    versions: z.number(),
    /** Fractions of the price. */
    costs: z.object({ buy: fraction, sell: fraction, spread: fraction }),
    /** Null: not counted yet; intervals are unwidened. */
    widening: z.nullable(recordWidening),
    tracks: z.array(trackFigures),
    /**
     * The lists made in retrospect for the weeks before the first issue; null: there are none. Not included in
     * `tracks`.
     */
    reconstruction: z.nullable(
      z.object({
        madeOn: isoDate,
        method: z.string(),
        /** The days of its first and its last list. */
        first: isoDate,
        last: isoDate,
        weeks: z.number(),
        /** Weeks for which no list could be made: no prices, or no stock with enough history. */
        empty: z.number(),
        /** How often it was made. */
        times: z.number(),
        /** Stocks that have left the market since, as far as is known. */
        gone: z.number(),
        /** Since when replaced prices are kept: earlier prices are today's. Null: none were replaced. */
        historyFrom: z.nullable(isoDate),
        figures: trackFigures,
      }),
    ),
  }),
})
export type TrackRecord = z.output<(typeof trackRecord)['data']>

/** Every pick that is old enough, newest first. Prices are in shares of the issue's day, -1 where there is none. */
export const trackedPicks = call({
  method: 'GET',
  path: '/track-record/:exchange/picks',
  topics: ['track-record', 'finlist'],
  needs: 'public',
  params: exchangeParams,
  query: z.object({
    track: z.enum(anyTrack),
    year: z.coerce.number().check(z.int(), z.minimum(2000), z.maximum(2200)),
  }),
  data: z.object({
    /** Picks that are too young to be shown. */
    young: z.number(),
    picks: z.array(
      z.object({
        issueDate: isoDate,
        stockCode: z.string(),
        stockName: z.string(),
        stockNameZh: z.string(),
        patternType: z.enum([...patternTypes, 'NIL']),
        buyPoint: z.number(),
        state: z.enum(outcomeStates),
        repeats: z.nullable(isoDate),
        entryDate: z.nullable(isoDate),
        entry: z.nullable(z.number()),
        exitDate: z.nullable(isoDate),
        exit: z.nullable(z.number()),
        netWorst: z.nullable(fraction),
        netBest: z.nullable(fraction),
        marketReturn: z.nullable(fraction),
        twins: z.number(),
        twinWorst: z.nullable(fraction),
      }),
    ),
  }),
})
export type TrackedPick = z.output<(typeof trackedPicks)['data']>['picks'][number]

/** A price level and how far the last close is from it, in percent of the close; null where there is none. */
const level = z.object({ price: z.nullable(z.number()), percent: z.nullable(z.number()) })
const mostYoungPicks = 2_000

/**
 * The published picks of the last 13 weeks, newest first, for those who have the list; a stock picked again while its
 * pick is waiting or held appears once. Prices are in shares of today. The buy point is set while a pick is waiting,
 * stop and target while it is held.
 */
export const youngPicks = call({
  method: 'GET',
  path: '/track-record/:exchange/young',
  topics: ['track-record', 'finlist', 'prices'],
  needs: { right: ({ exchange }) => `finlist:${exchange}` as const, fresh: 'never' },
  params: exchangeParams,
  data: z.object({
    /** The newest session that was counted. */
    asAt: z.nullable(isoDate),
    picks: z
      .array(
        z.object({
          issueDate: isoDate,
          stockCode: z.string(),
          stockName: z.string(),
          stockNameZh: z.string(),
          patternType: z.enum([...patternTypes, 'NIL']),
          state: z.enum(outcomeStates),
          entryDate: z.nullable(isoDate),
          entry: z.nullable(z.number()),
          exitDate: z.nullable(isoDate),
          exit: z.nullable(z.number()),
          netWorst: z.nullable(fraction),
          close: z.nullable(z.number()),
          closeDate: z.nullable(isoDate),
          buyPoint: level,
          stop: level,
          target: level,
        }),
      )
      .check(z.maxLength(mostYoungPicks)),
  }),
})
export type YoungPick = z.output<(typeof youngPicks)['data']>['picks'][number]
