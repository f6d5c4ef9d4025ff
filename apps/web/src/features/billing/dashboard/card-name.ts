import type { CardDetails } from '@finlist/contract/billing'
import { useTranslation } from '../../../i18n/texts.ts'

const brands = ['visa', 'mastercard', 'amex', 'unionpay', 'jcb', 'discover', 'diners'] as const

/** A card's name: its brand and its last four digits. */
export function useCardName(): (card: CardDetails) => string {
  const t = useTranslation('dashboard')
  return ({ brand, cardNumberLast4 }) => {
    const known = brands.find(name => name === brand.toLowerCase()) ?? 'other'
    return t('card.ending', { brand: t(`brand.${known}`), last4: cardNumberLast4 })
  }
}

export const expiryOf = ({ expireMonth, expireYear }: CardDetails) => ({
  month: String(expireMonth).padStart(2, '0'),
  year: expireYear,
})
