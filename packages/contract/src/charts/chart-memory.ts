import * as z from 'zod/mini'
import { call } from '../call.ts'

/** The maximum number of characters per write: about three times what 300 drawings with long strokes need. */
export const mostRemembered = 300_000
/**
 * The maximum number of stocks per user whose drawings are stored. The least recently edited ones are dropped first.
 */
export const mostDrawnOn = 300

const symbol = z.string().check(z.minLength(1), z.maxLength(40))
const version = z.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER))
const leftChart = z.object({
  /** In the client's own format, which the server does not interpret. */
  content: z.string(),
  version: z.number(),
  at: z.iso.datetime(),
})
export type LeftChart = z.output<typeof leftChart>

/** The saved state of the caller's chart (`board`), and their drawings on the symbol; null if nothing is saved. */
export const chartMemory = call({
  method: 'GET',
  path: '/tvchart/memory',
  needs: { right: 'chart', fresh: 'never' },
  query: z.object({ symbol: z.optional(symbol) }),
  data: z.object({ board: z.nullable(leftChart), drawings: z.nullable(leftChart) }),
})

/**
 * Saves the state of the caller's chart or, with `symbol`, the drawings on that symbol. The last write wins. `since` is
 * the version that the client loaded. If the write replaced a newer version, `replaced` is the time of that version,
 * otherwise null.
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
