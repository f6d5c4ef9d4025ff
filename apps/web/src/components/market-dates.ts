import { currentLocale } from '../api/language.ts'

const formats = new Map<string, Intl.DateTimeFormat>()
const styles = {
  full: { day: 'numeric', month: 'long', year: 'numeric' },
  short: { day: 'numeric', month: 'short', year: 'numeric' },
  day: { day: 'numeric', month: 'short' },
  weekday: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** A market's date (YYYY-MM-DD) in words. It has no time zone, so it must not be shifted by a conversion. */
export function formatDay(day: string, style: keyof typeof styles = 'full'): string {
  const locale = currentLocale()
  const key = `${locale} ${style}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...styles[style], timeZone: 'UTC' })
  formats.set(key, format)
  return format.format(Date.parse(`${day}T00:00:00Z`))
}

/** The date of a report: 20240331 becomes '2024-03-31'. */
export const dayOfReport = (date: number) => String(date).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
