import * as z from 'zod/mini'
import { call } from './call.ts'

const seconds = z.coerce.number().check(z.int(), z.minimum(-10_000_000_000), z.maximum(100_000_000_000))

const bar = z.object({
  /** ms since the epoch: 00:00 UTC of the trading day. */
  time: z.number(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  volume: z.number(),
})
export type ChartBar = z.output<typeof bar>

/**
 * Bars of a symbol ('HKEX:0700'), oldest first, from `from` (s) until before `to` (s), or the `countback` newest before
 * `to`. One body for both readers: columns t, o, h, l, c, v with times in seconds for a UDF client, `bars` for ours;
 * `format` leaves the other half out.
 */
export const chartHistory = call({
  method: 'GET',
  path: '/tvchart/history',
  plain: true,
  needs: 'chart',
  query: z.object({
    symbol: z.string().check(z.minLength(1), z.maxLength(40)),
    resolution: z._default(z.enum(['D', '1D']), '1D'),
    from: z.optional(seconds),
    to: z.optional(seconds),
    countback: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(20_000))),
    format: z.optional(z.enum(['udf', 'bars'])),
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
  }),
})
