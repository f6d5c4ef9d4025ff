import { language } from '../../../api/language.ts'

const styles = {
  /** 21 December 2026 */
  long: { dateStyle: 'long' },
  /** 21 Dec 2026 */
  short: { day: 'numeric', month: 'short', year: 'numeric' },
  /** 21 December 2026 at 10:49 */
  moment: { year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** An instant in the person's language, by the clock of Hong Kong wherever they are. */
export const accountDate = (instant: string | number, style: keyof typeof styles = 'long') =>
  new Intl.DateTimeFormat(language() === 'zh' ? 'zh-HK' : 'en-GB', {
    ...styles[style],
    timeZone: 'Asia/Hong_Kong',
  }).format(new Date(instant))
