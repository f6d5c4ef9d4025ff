import { currentLocale } from '../../../api/language.ts'

/** The day of an instant, as named on the payment provider's Hong Kong receipts. */
export const billingDay = (instant: string) =>
  new Intl.DateTimeFormat(currentLocale(), {
    dateStyle: 'long',
    timeZone: 'Asia/Hong_Kong',
  }).format(Date.parse(instant))
