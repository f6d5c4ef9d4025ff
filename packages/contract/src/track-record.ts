import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeParams, isoDate, patternTypes } from './finlist.ts'

/** The method's picks, the published picks, and the picks that staff vetoed. */
export const tracks = ['method', 'published', 'vetoed'] as const
/** Also the lists that the method would have made before the first issue, which are not part of the record. */
const anyTrack = [...tracks, 'reconstructed'] as const
export type Track = (typeof anyTrack)[number]

export const outcomeStates = ['waiting', 'filled', 'stop', 'target', 'time', 'expired', 'gone', 'repeated'] as const

/** Picks younger than this many weeks are shown only to people with the right to the market's list. */
export const maskedWeeks = 13

const fraction = z.number()
const interval = z.object({ count: z.number(), mean: fraction, low: fraction, high: fraction, p: z.number() })

/** Determined by a fixed rule from the difference between picks and their twins; it cannot be set manually. */
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
  /** Over settled picks with settled twins; null below 100. */
  all: z.nullable(interval),
  /** Like `all`, but ignoring the entry day's low if the close is above the stop. */
  best: z.nullable(interval),
  /** By year and by base; `p` is corrected for the number of cells. */
  cells: z.array(
    z.object({ by: z.enum(['year', 'base']), name: z.string(), filled: z.number(), interval: z.nullable(interval) }),
  ),
  counts: z.record(z.enum(outcomeStates), z.number()),
  /** All settled picks, with or without twins: the basis of the longest losing run and of the weeks under water. */
  settled: z.number(),
  /** Settled picks without a filled twin, which no comparison includes. */
  alone: z.number(),
  /** Settled picks, oldest first, as [number of the issue's week, difference from the twins in tenths of a percent]. */
  dots: z.array(z.tuple([z.number(), z.number()])),
  /**
   * Over picks in the order they closed: the longest run of losses, and the most weeks without a new high of the summed
   * net returns.
   */
  worstRun: z.number(),
  weeksUnder: z.number(),
  power: z.nullable(z.object({ now: fraction, afterFiveYears: fraction, picks: z.number(), years: z.number() })),
})
export type TrackFigures = z.output<typeof trackFigures>

const count = z.int().check(z.nonnegative())

/**
 * The factor by which confidence intervals are widened, calibrated on `worlds` simulations of pure chance over `weeks`
 * weeks. Of their `cells` intervals, `held` contained zero before widening and `heldWidened` after it. `factor` is null
 * if there were too few to determine it.
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
    /** The newest session counted; null if none yet. */
    asAt: z.nullable(isoDate),
    firstIssue: z.nullable(isoDate),
    weeks: z.number(),
    /** The number of issues made by the method and by staff. */
    issues: z.object({ method: z.number(), staff: z.number() }),
    /** The number of lists by the method that corrected prices would change today, and of the rows affected. */
    corrected: z.object({ lists: z.number(), rows: z.number() }),
    /** The number of method versions ever tried. */
    versions: z.number(),
    /** Trading costs as fractions of the price. */
    costs: z.object({ buy: fraction, sell: fraction, spread: fraction }),
    /** Null if not computed yet; intervals are then not widened. */
    widening: z.nullable(recordWidening),
    tracks: z.array(trackFigures),
    /**
     * The lists reconstructed for the weeks before the first issue, which are not part of `tracks`; null if there are
     * none.
     */
    reconstruction: z.nullable(
      z.object({
        madeOn: isoDate,
        method: z.string(),
        /** The dates of the first and last reconstructed list. */
        first: isoDate,
        last: isoDate,
        weeks: z.number(),
        /** Weeks without a list, because of missing prices or because no stock had enough history. */
        empty: z.number(),
        /** The number of times the reconstruction was made. */
        times: z.number(),
        /** The number of stocks known to have left the market since. */
        gone: z.number(),
        /**
         * Replaced prices have been kept since this date; before it, today's prices are used. Null if none were
         * replaced.
         */
        historyFrom: z.nullable(isoDate),
        figures: trackFigures,
      }),
    ),
  }),
})
export type TrackRecord = z.output<(typeof trackRecord)['data']>

/** Every pick that is old enough to show, newest first. Prices are as of the issue's day, -1 if there is none. */
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
    /** The number of picks that are too recent to show. */
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

/** A price level and its distance from the last close, in percent of the close; null if there is none. */
const level = z.object({ price: z.nullable(z.number()), percent: z.nullable(z.number()) })
const mostYoungPicks = 2_000

/**
 * The published picks of the last 13 weeks, newest first, for people with the right to the list. A stock picked again
 * while its earlier pick is waiting or held appears once. Prices are in today's share terms. The buy point is set while
 * a pick is waiting, stop and target while it is held.
 */
export const youngPicks = call({
  method: 'GET',
  path: '/track-record/:exchange/young',
  topics: ['track-record', 'finlist', 'prices'],
  needs: { right: ({ exchange }) => `finlist:${exchange}` as const, fresh: 'never' },
  params: exchangeParams,
  data: z.object({
    /** The newest session counted. */
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
