import { type ActionRow, dividendOf, splitOf } from './actions.ts'
import type { Row } from './read-answer.ts'
import type { LeftOut } from './source.ts'
import { dayOf, numberOf, text, type VendorBar } from './vendor-rows.ts'

export const barOf = (stockCode: string, row: Row): VendorBar => ({
  stockCode,
  date: row['date'],
  open: row['open'],
  high: row['high'],
  low: row['low'],
  close: row['close'],
  volume: row['volume'],
})

/** Parses a split: '4.000000/1.000000' means four new shares for one old share. */
export function splitIn(stockCode: string, row: Row, refused: LeftOut[]): ActionRow[] {
  const exDate = dayOf(row['date'])
  const [, newShares, oldShares] = /^([\d.]+)\s*[/:]\s*([\d.]+)$/.exec(text(row['split'], 60)) ?? []
  const split = exDate && newShares ? splitOf(stockCode, exDate, Number(newShares), Number(oldShares)) : undefined
  if (split) return [split]
  const values = { cell: text(row['split'], 40) }
  refused.push({ reason: { text: 'source.no-split', values }, stockCode, ...(exDate && { date: exDate }) })
  return []
}

/** Parses a dividend: `unadjustedValue` is the amount paid; `value` is adjusted for later splits. */
export function dividendIn(stockCode: string, row: Row, value: unknown, currency: string): ActionRow[] {
  const amount = numberOf(row['unadjustedValue']) ?? numberOf(value)
  const exDate = dayOf(row['date'])
  const paid = text(row['currency'], 3).toUpperCase()
  return exDate && amount !== undefined && amount > 0
    ? [dividendOf(stockCode, exDate, amount, /^[A-Z]{3}$/.test(paid) ? paid : currency)]
    : []
}
