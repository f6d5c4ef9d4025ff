import { CellError } from '../import-errors.ts'
import { clip } from './cell.ts'

const written = /^(\d{4})-?(\d{2})-?(\d{2})[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:\.\d+)?)? ?(Z|UTC|[-+]\d{2}:?\d{2})?$/
const inName = /(\d{4})-?(\d{2})-?(\d{2})[T_ -]?(\d{2})[:.h-]?(\d{2})/
/** Time, in ms, by which a supplier's clock may be ahead of ours. */
const graceMs = 5 * 60_000
const hongKongMs = 8 * 3_600_000

/**
 * Reads a day and time, in the time zone written after them or else in Hong Kong time, as ms since the epoch. Rejects
 * times before 1970 and more than five minutes after `now` (ms).
 */
export function readMoment(cell: string, column: string, now: number): number {
  if (cell === '') throw new CellError('import.blank', { column })
  const values = { column, cell: clip(cell) }
  const found = written.exec(cell)
  if (!found) throw new CellError('import.not-a-moment', values)
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '00', zone = '+08:00'] = found
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  const instant = Date.parse(local + zone.replace('UTC', 'Z').replace(/^([-+]\d{2})(\d{2})$/, '$1:$2'))
  // Rejects impossible dates: Date.parse would read 31 February as 3 March.
  const isReal = new Date(Date.parse(`${local}Z`) || 0).toISOString().startsWith(local)
  if (Number.isNaN(instant) || !isReal) throw new CellError('import.not-a-moment', values)
  if (instant < 0) throw new CellError('import.date-too-early', values)
  if (instant > now + graceMs) throw new CellError('import.date-in-future', values)
  return instant
}

/** The time in a file's name, as in 20261120-1030 or 2026-11-20T10:30; undefined if there is none. */
export function momentInName(name: string): string | undefined {
  const [, year, month, day, hour, minute] = inName.exec(name) ?? []
  return year && `${year}-${month}-${day}T${hour}:${minute}`
}

/** Formats an instant in Hong Kong time to the minute, YYYY-MM-DD HH:MM. */
export const hongKongMinute = (instant: number) =>
  new Date(instant + hongKongMs).toISOString().slice(0, 16).replace('T', ' ')
