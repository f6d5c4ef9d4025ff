import { currentLocale } from '../api/language.ts'

const styles = {
  /** 21 Dec 2026 */
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  /** 21 Dec */
  'this-year': { day: 'numeric', month: 'short' },
  /** 21 December 2026 */
  long: { dateStyle: 'long' },
  /** 21 December 2026 at 10:49 */
  'long-moment': {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  },
  /** 21 Dec 2026, 10:49 */
  moment: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** 10:49 */
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** Dec 2026 */
  month: { month: 'short', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** Formats an instant in the reader's language, always in Hong Kong time. */
export const hongKongDate = (instant: string | number, style: keyof typeof styles = 'day') =>
  new Intl.DateTimeFormat(currentLocale(), {
    ...styles[style],
    timeZone: 'Asia/Hong_Kong',
  }).format(new Date(instant))

/**
 * Formats the last day of a period, given its exclusive end. For example, a plan granted until midnight ends on the day
 * before.
 */
export const lastDay = (end: string, style: keyof typeof styles = 'day') => hongKongDate(Date.parse(end) - 1, style)
