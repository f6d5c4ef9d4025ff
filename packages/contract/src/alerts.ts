import { alertKinds } from '@finlist/domain/alerts/kind-names'
import { hasDecimals } from '@finlist/domain/decimals'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeId, isoDate } from './finlist.ts'
import { plainNote } from './plain-name.ts'

const numericId = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER))
const alertParams = z.object({ alertId: numericId })
export const valueDecimals = 4
export const largestPrice = 1_000_000_000
/** The bounds also depend on the kind (`alertRules`). */
const value = z.number().check(
  z.gt(0),
  z.maximum(largestPrice),
  z.refine(given => hasDecimals(given, valueDecimals), { params: { decimals: valueDecimals } }),
)
const stockCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(20))

const alert = z.object({
  alertId: z.number(),
  kind: z.enum(alertKinds),
  exchange: exchangeId,
  /**
   * Null if the alert is not about one stock, but about every stock in the user's watchlists, every stock on the
   * market's list, or the market.
   */
  stockCode: z.nullable(z.string()),
  stockName: z.string(),
  stockNameZh: z.string(),
  /** The saved screen whose stocks the alert is about. */
  screen: z.optional(z.object({ screenId: z.number(), name: z.string() })),
  /** In today's share terms: adjusted for splits since the alert was set. */
  value: z.nullable(z.number()),
  paused: z.boolean(),
  /** Fires at its first event only, and is then done until it is set again. Otherwise fires at each event. */
  once: z.boolean(),
  /**
   * When an alert that fires once did; null until then, after it was set again, and without the right to its kind.
   */
  doneAt: z.nullable(z.iso.datetime()),
  /** The last day, in the alert's market, whose events fire it; null if it has no end. */
  expiresOn: z.nullable(isoDate),
  /** That day is over. */
  ended: z.boolean(),
  /** The user's own note, which the alert's messages repeat. */
  note: z.string(),
  /** Inactive, because the user lacks the right to this kind or has more alerts than their plan allows. */
  asleep: z.boolean(),
  createdAt: z.iso.datetime(),
  /** The time of the event that last fired the alert; noon in Hong Kong if only its day is known. */
  firedAt: z.nullable(z.iso.datetime()),
})
export type Alert = z.output<typeof alert>

const condition = z.object({
  kind: z.enum(alertKinds),
  exchange: exchangeId,
  stockCode: z.optional(stockCode),
  value: z.optional(value),
  /** For the kind `screen`: one of the caller's saved screens that includes the market. */
  screenId: z.optional(z.int().check(z.minimum(1))),
})

export const mostNote = 200
const terms = {
  once: z.boolean(),
  /** Not before today in the alert's market. */
  expiresOn: isoDate,
  note: plainNote(mostNote),
}

/** The caller's alerts, newest first. `most` is the maximum number that they may have. */
export const alerts = call({
  method: 'GET',
  path: '/alerts',
  topics: ['alerts'],
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.object({ alerts: z.array(alert), most: z.number() }),
})

/**
 * Creates an alert. The stock need not be a pick, and the response does not reveal whether it is one. Errors: 409
 * `duplicate` if the caller has the same alert already, 400 `limit` if they have the maximum number.
 */
export const setAlert = call({
  method: 'POST',
  path: '/alerts',
  needs: { right: 'signed-in', fresh: 'never' },
  body: z.extend(condition, {
    once: z.optional(terms.once),
    expiresOn: z.optional(terms.expiresOn),
    note: z.optional(terms.note),
  }),
  data: alert,
})

/** Maximum number of bars that an alert is tried on, and of days listed. */
export const triedDays = 250
export const mostListed = 20

/**
 * When an alert would have fired on the stock's last 250 daily bars, by the rules of the evaluation, and how far the
 * newest bar is from firing it. Needs the right to the kind of alert. Only for kinds that read nothing but one stock's
 * bars (`isTried`; others 400, code `not-tried`). Bars of quarantined days and half-hourly prices are left out. Without a
 * value, only `current` is answered.
 */
export const tryAlert = call({
  method: 'POST',
  path: '/alerts/try',
  changes: false,
  needs: { right: 'signed-in', fresh: 'never' },
  body: condition,
  data: z.object({
    /** The number of bars, none older than a year, and the days of the oldest and the newest. */
    days: z.number().check(z.maximum(triedDays)),
    from: z.nullable(isoDate),
    to: z.nullable(isoDate),
    /** How often it would have fired. */
    count: z.number().check(z.maximum(triedDays)),
    /** The newest days that would have fired it, newest first. */
    fired: z
      .array(
        z.object({
          date: isoDate,
          /** As `current`, on that day. Prices are in today's share terms. */
          figure: z.number(),
          /** The price move is unexplained and may be an error. */
          unconfirmed: z.boolean(),
        }),
      )
      .check(z.maxLength(mostListed)),
    /** On the newest bar: its close, its change in percent, or its multiple of the average volume. */
    current: z.nullable(z.number()),
    /**
     * How far `current` is from the alert's value: for a price, the change in percent that it takes; for a move, the
     * percentage points that its size lacks; for a volume, the multiple that it lacks. Negative if it is beyond.
     */
    distance: z.nullable(z.number()),
    /** Whether the newest bar satisfies the condition. A price alert then fires when the price reaches it again. */
    isTrue: z.boolean(),
  }),
})
export type AlertTrial = z.output<(typeof tryAlert)['data']>

/**
 * Changes an alert's value, terms or note, or pauses or resumes it; `expiresOn` null removes the end. An alert that is
 * done is set again by a new value, by resuming it, or by letting it fire each time; one that has ended, by a later end.
 * Responds 409, code `duplicate`, if the caller has another alert with the new value.
 */
export const changeAlert = call({
  method: 'POST',
  path: '/alerts/:alertId',
  needs: { right: 'signed-in', fresh: 'never' },
  params: alertParams,
  body: z.object({
    value: z.optional(value),
    paused: z.optional(z.boolean()),
    once: z.optional(terms.once),
    expiresOn: z.optional(z.nullable(terms.expiresOn)),
    note: z.optional(terms.note),
  }),
  data: alert,
})

/** Deletes an alert. `restoreAlert` can undo this for a day. */
export const deleteAlert = call({
  method: 'POST',
  path: '/alerts/:alertId/delete',
  needs: { right: 'signed-in', fresh: 'never' },
  params: alertParams,
})

/** Restores an alert that was deleted within the last day, with its state and firings. */
export const restoreAlert = call({
  method: 'POST',
  path: '/alerts/:alertId/restore',
  needs: { right: 'signed-in', fresh: 'never' },
  params: alertParams,
  data: alert,
})

/**
 * The alert's last 100 firings, newest first, each with the bar or publication that triggered it. Empty if the caller
 * no longer has the right to this kind of alert.
 */
export const alertFirings = call({
  method: 'GET',
  path: '/alerts/:alertId/firings',
  topics: ['alerts'],
  needs: { right: 'signed-in', fresh: 'never' },
  params: alertParams,
  data: z.array(
    z.object({
      at: z.iso.datetime(),
      stockCode: z.nullable(z.string()),
      /**
       * The day of the bar or publication that triggered it, `YYYY-MM-DD`. For a half-hourly load or an announcement,
       * the day and local time of the market, `YYYY-MM-DD HH:mm`. For a trend, the term, the day and the new state,
       * `short YYYY-MM-DD UPTREND`.
       */
      seen: z.string(),
      bar: z.nullable(
        z.object({
          open: z.number(),
          high: z.number(),
          low: z.number(),
          close: z.number(),
          volume: z.nullable(z.number()),
          /** The price move that triggered it is unexplained and may be an error. */
          unconfirmed: z.boolean(),
        }),
      ),
    }),
  ),
})
