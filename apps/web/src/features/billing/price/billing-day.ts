import { currentLocale } from '../../../api/language.ts'

/** The day of an instant in Hong Kong time, as on the payment provider's receipts. */
export const billingDay = (instant: string) =>
  new Intl.DateTimeFormat(currentLocale(), {
    dateStyle: 'long',
    timeZone: 'Asia/Hong_Kong',
  }).format(Date.parse(instant))
