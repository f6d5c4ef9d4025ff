import type { Subscription } from '@finlist/contract/billing'
import { type Language, languages } from '@finlist/i18n/languages'
import { translate } from '../../http/translate.ts'

/** Formats an amount as `HK$16,800`, with decimals only if the cents are not zero. */
export const hkd = (cents: number): string =>
  `HK$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: cents % 100 ? 2 : 0, maximumFractionDigits: 2 })}`

/** Formats the day of an instant in Hong Kong. */
export const dayIn = (language: Language, instant: Date): string =>
  new Intl.DateTimeFormat(languages[language].locale, {
    dateStyle: 'long',
    timeZone: 'Asia/Hong_Kong',
  }).format(instant)

/** Formats the day and time of an instant in Hong Kong. */
export const hourIn = (language: Language, instant: Date): string =>
  new Intl.DateTimeFormat(languages[language].locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Asia/Hong_Kong',
  }).format(instant)

/** The amount of the next card charge, and how credit or a debt changes it. */
export function nextPaymentIn(language: Language, priceCents: number, charge: Subscription['nextCharge']): string {
  if (!charge || charge.amount === priceCents) return hkd(priceCents)
  const values = { charge: hkd(charge.amount), price: hkd(priceCents) }
  return charge.owed > 0
    ? translate(language, 'mail.next-payment.owed', { ...values, owed: hkd(charge.owed) })
    : translate(language, 'mail.next-payment.credit', { ...values, credit: hkd(charge.credit) })
}
