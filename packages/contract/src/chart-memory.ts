import * as z from 'zod/mini'
import { call } from './call.ts'

/** The most characters remembered at a time: 300 drawings with long strokes take a third of it. */
export const mostRemembered = 300_000
/** The most stocks per person whose drawings are kept; the least recently drawn on are forgotten first. */
export const mostDrawnOn = 300

const symbol = z.string().check(z.minLength(1), z.maxLength(40))
const version = z.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER))
const leftChart = z.object({
  /** In the client's own format; the server does not read it. */
  content: z.string(),
  version: z.number(),
  at: z.iso.datetime(),
})
export type LeftChart = z.output<typeof leftChart>

/** How the person left the chart, and what they drew on the symbol's chart; null: nothing is remembered. */
export const chartMemory = call({
  method: 'GET',
  path: '/tvchart/memory',
  needs: { right: 'chart', fresh: 'never' },
  query: z.object({ symbol: z.optional(symbol) }),
  data: z.object({ board: z.nullable(leftChart), drawings: z.nullable(leftChart) }),
})

/**
 * Remembers the state of the chart, or with a `symbol` what is drawn on it. The later write wins. `since` is the
 * version that the client has; if it replaced another one, `replaced` says when that was written.
 */
export const rememberChart = call({
  method: 'POST',
  path: '/tvchart/memory',
  needs: { right: 'chart', fresh: 'never' },
  bodyBytes: 6 * mostRemembered + 1_000,
  body: z.object({
    symbol: z.optional(symbol),
    content: z.string().check(z.minLength(1), z.maxLength(mostRemembered)),
    since: version,
  }),
  data: z.object({ version: z.number(), replaced: z.nullable(z.iso.datetime()) }),
})
