import { alertKinds } from '@finlist/domain/alerts/kinds'
import { hasDecimals } from '@finlist/domain/decimals'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeId } from './finlist.ts'

const numericId = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER))
const alertParams = z.object({ alertId: numericId })
const valueDecimals = 4
/** Its bounds depend on the kind (`alertRules`). */
const value = z.number().check(
  z.gt(0),
  z.maximum(1_000_000_000),
  z.refine(given => hasDecimals(given, valueDecimals), { params: { decimals: valueDecimals } }),
)
const stockCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(20))

const alert = z.object({
  alertId: z.number(),
  kind: z.enum(alertKinds),
  exchange: exchangeId,
  /** null: every stock in the person's watchlists, or in the market's list. */
  stockCode: z.nullable(z.string()),
  stockName: z.string(),
  stockNameZh: z.string(),
  /** In today's share terms: adjusted for splits since the alert was set. */
  value: z.nullable(z.number()),
  paused: z.boolean(),
  /** Inactive: the person lacks the right to this kind, or exceeds their alert limit. */
  asleep: z.boolean(),
  createdAt: z.iso.datetime(),
  /** When the last matching event happened; for a day, noon in Hong Kong. */
  firedAt: z.nullable(z.iso.datetime()),
})
export type Alert = z.output<typeof alert>

/** The person's alerts, newest first, and how many they may have. */
export const alerts = call({
  method: 'GET',
  path: '/alerts',
  topics: ['alerts'],
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.object({ alerts: z.array(alert), most: z.number() }),
})

/** Creates an alert. The response does not reveal whether the stock is a pick. */
export const setAlert = call({
  method: 'POST',
  path: '/alerts',
  needs: { right: 'signed-in', fresh: 'never' },
  body: z.object({
    kind: z.enum(alertKinds),
    exchange: exchangeId,
    stockCode: z.optional(stockCode),
    value: z.optional(value),
  }),
  data: alert,
})

/** Changes the value, or pauses or resumes the alert. */
export const changeAlert = call({
  method: 'POST',
  path: '/alerts/:alertId',
  needs: { right: 'signed-in', fresh: 'never' },
  params: alertParams,
  body: z.object({ value: z.optional(value), paused: z.optional(z.boolean()) }),
  data: alert,
})

export const deleteAlert = call({
  method: 'POST',
  path: '/alerts/:alertId/delete',
  needs: { right: 'signed-in', fresh: 'never' },
  params: alertParams,
})

/** Restores, unchanged, an alert deleted within the last day. */
export const restoreAlert = call({
  method: 'POST',
  path: '/alerts/:alertId/restore',
  needs: { right: 'signed-in', fresh: 'never' },
  params: alertParams,
  data: alert,
})

/** The alert's firings, newest first, each with the bar or publication that triggered it. */
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
       * What triggered it: `YYYY-MM-DD`; for a half-hour load or an announcement with the market's local time,
       * `YYYY-MM-DD HH:mm`; for a market's trend with the term and the new state, `short YYYY-MM-DD UPTREND`.
       */
      seen: z.string(),
      bar: z.nullable(
        z.object({
          open: z.number(),
          high: z.number(),
          low: z.number(),
          close: z.number(),
          volume: z.nullable(z.number()),
          /** It was triggered by an unexplained price move. */
          unconfirmed: z.boolean(),
        }),
      ),
    }),
  ),
})
