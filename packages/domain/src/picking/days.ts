/**
 * Formats a day, counted from 1970-01-01, as YYYY-MM-DD (Gregorian calendar). Uses no date library, because results may
 * differ between libraries.
 */
export function isoDay(day: number): string {
  // Years begin in March here, so that a leap day is the last day of its year. There are 719,468 days from 0000-03-01
  // to 1970-01-01.
  const from = day + 719_468
  const era = Math.floor(from / 146_097)
  const dayOfEra = from - era * 146_097
  const years = dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor(years / 365)
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const month = Math.floor((5 * dayOfYear + 2) / 153)
  const date = dayOfYear - Math.floor((153 * month + 2) / 5) + 1
  const inNextYear = month >= 10
  return [
    padded(yearOfEra + era * 400 + (inNextYear ? 1 : 0), 4),
    padded(inNextYear ? month - 9 : month + 3, 2),
    padded(date, 2),
  ].join('-')
}

const padded = (value: number, width: number) => String(value).padStart(width, '0')
