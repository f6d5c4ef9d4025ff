import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeParams, isoDate, patternTypes } from './finlist.ts'

/** What the method listed, what was published, and what staff took out. */
export const tracks = ['method', 'published', 'vetoed'] as const
/** Beside them what the method would have listed before the first issue: no record, and no part of any. */
const anyTrack = [...tracks, 'reconstructed'] as const
export type Track = (typeof anyTrack)[number]

export const outcomeStates = ['waiting', 'filled', 'stop', 'target', 'time', 'expired', 'gone', 'repeated'] as const

/** Picks younger than this are told to those alone who have the market's list. */
export const maskedWeeks = 13

const fraction = z.number()
const interval = z.object({ count: z.number(), mean: fraction, low: fraction, high: fraction, p: z.number() })

/** By rule, of the difference between picks and their twins; nobody can set it. */
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
  /** Of picks that are settled with their twins, under a hundred none. */
  all: z.nullable(interval),
  /** The same with the entry day's low left out where the close is over the stop. */
  best: z.nullable(interval),
  /** By year and by base; `p` is corrected for how many there are. */
  cells: z.array(
    z.object({ by: z.enum(['year', 'base']), name: z.string(), filled: z.number(), interval: z.nullable(interval) }),
  ),
  counts: z.record(z.enum(outcomeStates), z.number()),
  /** All settled picks, with or without twins: what the run of losses and the weeks under water are counted over. */
  settled: z.number(),
  /** Settled picks of which no twin was filled: they are in no comparison. */
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
 * By what intervals are widened: of `cells` intervals of as many `worlds` of chance, with lists of so many `weeks`, `held`
 * held zero as they were and `heldWidened` when widened. `factor` null: there were too few to tell one.
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
    /** The newest session that was counted; null: nothing was yet. */
    asAt: z.nullable(isoDate),
    firstIssue: z.nullable(isoDate),
    weeks: z.number(),
    /** Issues made by the method, and by staff. */
    issues: z.object({ method: z.number(), staff: z.number() }),
    /** Lists by the method that would be others by now, since prices were corrected after them, and in how many rows. */
    corrected: z.object({ lists: z.number(), rows: z.number() }),
    /** How many versions of the method were ever tried. */
    versions: z.number(),
    /** Fractions of the price. */
    costs: z.object({ buy: fraction, sell: fraction, spread: fraction }),
    /** Null: not counted yet; intervals are as they come. */
    widening: z.nullable(recordWidening),
    tracks: z.array(trackFigures),
    /** Made afterwards of the weeks before the first issue; null: nothing was. `tracks` has none of it. */
    reconstruction: z.nullable(
      z.object({
        madeOn: isoDate,
        method: z.string(),
        /** The days of its first and its last list. */
        first: isoDate,
        last: isoDate,
        weeks: z.number(),
        /** Weeks of which no list could be made: no prices, or no stock with enough of a past. */
        empty: z.number(),
        /** How often it was made. */
        times: z.number(),
        /** Stocks that have left the market since, as far as anybody told. */
        gone: z.number(),
        /** Since when replaced prices are kept: before that they are those of today. Null: none were replaced. */
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
    /** Picks that are too young to be told. */
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
 * The published picks of the last 13 weeks, newest first, for those who have the list; a stock that is picked again while
 * its pick waits or is held is told once. Prices are in shares of today. The buy point is set while a pick waits, stop and
 * target while it is held.
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
