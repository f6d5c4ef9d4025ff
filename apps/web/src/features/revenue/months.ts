import { seldomFacts } from '@finlist/i18n/seldom-facts'
import { currentLanguage, currentLocale } from '../../api/language.ts'

const hourMs = 3_600_000

/** The current month in Hong Kong, as YYYY-MM. `now`: in ms. */
export const monthOf = (now: number) => new Date(now + 8 * hourMs).toISOString().slice(0, 7)

/** The month `count` months earlier. */
export function monthsBefore(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 - count)).toISOString().slice(0, 7)
}

/** The name of a month: 'Dec 26' if `short`, else 'Dec 2026'. */
export const monthName = (month: string, short = false) =>
  new Intl.DateTimeFormat(currentLocale(), {
    month: short ? seldomFacts[currentLanguage()].shortMonth : 'short',
    year: short ? '2-digit' : 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(`${month}-01T00:00:00Z`))
