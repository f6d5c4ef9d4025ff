import { flagColours, longestNote } from '@finlist/domain/stock-marks/flag-colours'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { exchangeId } from '../finlist.ts'

const flag = z.nullable(z.enum(flagColours))
const note = z.string().check(z.trim(), z.maxLength(longestNote))

const markedStock = z.object({
  /** Null if the stock has only a note. */
  flag,
  /** Empty if the stock is only flagged. */
  note,
  exchange: exchangeId,
  stockCode: z.string(),
  stockName: z.string(),
  stockNameZh: z.string(),
})
export type MarkedStock = z.output<typeof markedStock>

/** The stocks that the caller has flagged or written a note on, the one changed last first. */
export const stockMarks = call({
  method: 'GET',
  path: '/stock-marks',
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.array(markedStock),
})

/**
 * Sets the caller's flag or note of a stock, or removes them with null and an empty text; what is left out stays.
 * Responds 404 if the market has no such stock, and 400, code `limit`, if the caller has marked the maximum number of
 * stocks.
 */
export const setStockMark = call({
  method: 'POST',
  path: '/stock-marks/:exchange/:stockCode',
  needs: { right: 'signed-in', fresh: 'never' },
  params: z.object({ exchange: exchangeId, stockCode: z.string().check(z.trim(), z.minLength(1), z.maxLength(20)) }),
  body: z.object({ flag: z.optional(flag), note: z.optional(note) }),
})
