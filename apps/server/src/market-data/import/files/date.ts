import { CellError } from '../import-errors.ts'
import { clip } from './cell.ts'

const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const inCharacters = /^(\d{4})年(\d{1,2})月(\d{1,2})日$/
const eightDigits = /^(\d{4})(\d{2})(\d{2})(?:\.0)?$/
const clock = /[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?(?:Z|UTC|[-+]\d{2}:?\d{2}))?$/
/**
 * Years of the Republic of China, as used in Taiwan: 114/11/03, 1141103, 114年11月3日. Two-digit years are not accepted,
 * because they may be of another calendar. TPEx marks some days with an asterisk.
 */
const republican = /^(1\d\d)(?:([-/.])(\d{1,2})\2(\d{1,2})|(\d{2})(\d{2})|年(\d{1,2})月(\d{1,2})日)[*＊]?$/
const yearLast = /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}$/
const remembered = 20_000
const day = 86_400_000

/** Maximum number of days by which an announced date may lie ahead. */
const announcedDays = 3 * 366

/** Reads dates that are announced in advance, such as closings and ex-dates. */
export const announcedDateReader = (now: number) => dateReader(now + announcedDays * day)

/**
 * Reads dates written year first, with or without a time. The day is taken as written, because a trading date is local
 * to its exchange. Rejects dates before 1970 and later than the day after `now` (ms).
 */
export function dateReader(now: number) {
  const last = new Date(now + day).toISOString().slice(0, 10)
  const known = new Map<string, string>()
  return (cell: string, column: string): string => {
    const found = known.get(cell)
    if (found !== undefined) return found
    const date = read(cell, column, last)
    if (known.size >= remembered) known.clear()
    known.set(cell, date)
    return date
  }
}
export type ReadDate = ReturnType<typeof dateReader>

function read(cell: string, column: string, last: string): string {
  if (cell === '') throw new CellError('import.blank', { column })
  const values = { column, cell: clip(cell) }
  const written = cell.length > 10 ? cell.replace(clock, '') : cell
  if (yearLast.test(written)) throw new CellError('import.date-ambiguous', values)
  const [year = '', month = '', dayOfMonth = ''] = partsOf(written)
  const date = `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`
  if (year === '' || !isDay(date)) throw new CellError('import.not-a-date', values)
  if (date < '1970-01-01') throw new CellError('import.date-too-early', values)
  if (date > last) throw new CellError('import.date-in-future', values)
  return date
}

function partsOf(written: string): (string | undefined)[] {
  const split = yearFirst.exec(written)
  if (split) return [split[1], split[3], split[4]]
  const characters = inCharacters.exec(written)
  if (characters) return characters.slice(1)
  const [, year, , ...monthAndDay] = republican.exec(written) ?? []
  if (year) return [String(Number(year) + 1911), ...monthAndDay.filter(part => part !== undefined)]
  return eightDigits.exec(written)?.slice(1) ?? []
}

function isDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}

const zoned = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|UTC|[-+]\d{2}:?\d{2})$/
const midnightUtc = /^00:00[:.0]* ?(?:Z|UTC|[-+]00:?00)$/

/**
 * The instant of a time with a zone, in ms; undefined for any other cell. Midnight UTC does not count as an instant,
 * because programs write dates without a time that way.
 */
export function instantOf(cell: string): number | undefined {
  const [, date, time = '', zone = ''] = zoned.exec(cell) ?? []
  if (date === undefined || midnightUtc.test(time + zone)) return undefined
  return Date.parse(`${date}T${time}${zone.replace('UTC', 'Z').replace(/^([-+]\d{2})(\d{2})$/, '$1:$2')}`)
}

const dateInText = /(?<!\d)(\d{3,4})(?:年(\d{1,2})月(\d{1,2})日|\/(\d{1,2})\/(\d{1,2}))(?!\d)/

/** The day named in a file's titles, as written there. Undefined if they name no day, or several. */
export function dayInTitles(titles: readonly string[]): string | undefined {
  const found = titles.flatMap(title => title.match(new RegExp(dateInText, 'g')) ?? [])
  return new Set(found).size === 1 ? found[0] : undefined
}

const secondsWritten = /^\d{9,10}(?:\.0)?$/

/** Reads a day written as a date or, as in charts, as whole seconds since the epoch. */
export function dayOrSeconds(cell: string, column: string, readDate: ReadDate): string {
  if (!secondsWritten.test(cell)) return readDate(cell, column)
  return readDate(new Date(Number(cell) * 1_000).toISOString().slice(0, 10), column)
}
