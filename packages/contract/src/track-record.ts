import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeParams, isoDate, patternTypes } from './finlist.ts'

/** The sets of picks that are followed: the method's picks, the published picks, and the picks that staff vetoed. */
export const tracks = ['method', 'published', 'vetoed'] as const
/**
 * The tracks and, in addition, the reconstructed lists: those that the method would have made before the first issue.
 * They are not part of the record.
 */
const anyTrack = [...tracks, 'reconstructed'] as const
export type Track = (typeof anyTrack)[number]

export const outcomeStates = ['waiting', 'filled', 'stop', 'target', 'time', 'expired', 'gone', 'repeated'] as const

/** Picks younger than this many weeks are shown only to people with the right to the market's list. */
export const maskedWeeks = 13

const fraction = z.number()
const interval = z.object({ count: z.number(), mean: fraction, low: fraction, high: fraction, p: z.number() })

/** The conclusion about the difference between picks and their twins. A fixed rule determines it; nobody can set it. */
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
  /** The mean difference over the settled picks with settled twins; null if there are fewer than 100 such picks. */
  all: z.nullable(interval),
  /**
   * Like `all`, but assuming that the low of the entry day came before the entry if the day's close is above the stop.
   */
  best: z.nullable(interval),
  /** The mean differences by year and by base. Each `p` is corrected for the number of cells. */
  cells: z.array(
    z.object({ by: z.enum(['year', 'base']), name: z.string(), filled: z.number(), interval: z.nullable(interval) }),
  ),
  counts: z.record(z.enum(outcomeStates), z.number()),
  /** The number of settled picks, with or without twins, on which `worstRun` and `weeksUnder` are based. */
  settled: z.number(),
  /** The number of settled picks that no comparison includes, because none of their twins was filled. */
  alone: z.number(),
  /**
   * The settled picks that are compared with twins, oldest first, each as [number of the issue's week, difference from
   * the twins in tenths of a percent].
   */
  dots: z.array(z.tuple([z.number(), z.number()])),
  /**
   * Over the settled picks in the order in which they closed: the longest run of losses, and the longest time, in
   * weeks, between two highs of the summed net returns.
   */
  worstRun: z.number(),
  weeksUnder: z.number(),
  power: z.nullable(z.object({ now: fraction, afterFiveYears: fraction, picks: z.number(), years: z.number() })),
})
export type TrackFigures = z.output<typeof trackFigures>

const count = z.int().check(z.nonnegative())

/**
 * The factor by which confidence intervals are widened, calibrated on `worlds` simulations of pure chance over `weeks`
 * weeks. Of the `cells` intervals in these simulations, `held` contained zero before widening, and `heldWidened` after
 * it. `factor` is null if there were too few intervals to determine it.
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

/**
 * The outcomes of a market's picks compared with those of their twins: similar stocks without a base. Returns,
 * differences and costs are fractions (0.05 = 5%).
 */
export const trackRecord = call({
  method: 'GET',
  path: '/track-record/:exchange',
  topics: ['track-record', 'finlist', 'chance'],
  needs: 'public',
  params: exchangeParams,
  data: z.object({
    /** The newest trading day that is included; null if there is none yet. */
    asAt: z.nullable(isoDate),
    firstIssue: z.nullable(isoDate),
    weeks: z.number(),
    /** The number of issues made by the method and by staff. */
    issues: z.object({ method: z.number(), staff: z.number() }),
    /**
     * The number of the method's lists that would differ today because prices have been corrected since, and the number
     * of rows that would differ.
     */
    corrected: z.object({ lists: z.number(), rows: z.number() }),
    /** The number of method versions ever tried. */
    versions: z.number(),
    /** Trading costs as fractions of the price. */
    costs: z.object({ buy: fraction, sell: fraction, spread: fraction }),
    /** Null if it has not been computed yet; intervals are then not widened. */
    widening: z.nullable(recordWidening),
    tracks: z.array(trackFigures),
    /**
     * The lists reconstructed for the weeks before the first issue, which `tracks` does not include; null if there are
     * none.
     */
    reconstruction: z.nullable(
      z.object({
        madeOn: isoDate,
        method: z.string(),
        /** The dates of the first and the last reconstructed list. */
        first: isoDate,
        last: isoDate,
        weeks: z.number(),
        /** Weeks without a list, because of missing prices or because no stock had enough history. */
        empty: z.number(),
        /** The number of times the reconstruction was made. */
        times: z.number(),
        /** The number of stocks that are known to have left the market since. */
        gone: z.number(),
        /**
         * The date since which replaced prices have been stored; before it, today's prices are used. Null if none were
         * replaced.
         */
        historyFrom: z.nullable(isoDate),
        figures: trackFigures,
      }),
    ),
  }),
})
export type TrackRecord = z.output<(typeof trackRecord)['data']>

/**
 * A track's picks of one year that are at least 13 weeks old, newest first. Prices are in the share terms of the
 * issue's day; a buy point of -1 means none. Returns are fractions.
 */
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
    /** The number of picks of the year that are too recent to show. */
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

/**
 * A price level, and its distance from the last close in percent of the close. `price` is null if there is no such
 * level, `percent` also if there is no close.
 */
const level = z.object({ price: z.nullable(z.number()), percent: z.nullable(z.number()) })
const mostYoungPicks = 2_000

/**
 * The published picks of the last 13 weeks, newest first, for people with the right to the list. A stock that was
 * picked again while its earlier pick was waiting or held appears once. Prices are in today's share terms, `netWorst`
 * is a fraction. The buy point is set while a pick is waiting, stop and target while it is held.
 */
export const youngPicks = call({
  method: 'GET',
  path: '/track-record/:exchange/young',
  topics: ['track-record', 'finlist', 'prices'],
  needs: { right: ({ exchange }) => `finlist:${exchange}` as const, fresh: 'never' },
  params: exchangeParams,
  data: z.object({
    /** The newest trading day that is included; null if there is none yet. */
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
