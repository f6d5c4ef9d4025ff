import { language } from '../../../api/language.ts'

/** The day of an instant as the card company's Hong Kong receipts name it. */
export const billingDay = (instant: string) =>
  new Intl.DateTimeFormat(language() === 'zh' ? 'zh-HK' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'Asia/Hong_Kong',
  }).format(Date.parse(instant))
