import { currencies } from '@finlist/domain/currencies'
import { exchangeIds, markets } from '@finlist/domain/markets'
import { inWords } from '@finlist/i18n/in-words'
import { currentLanguage } from '../api/language.ts'
import type { Key } from '../i18n/texts.ts'

/** The exchanges as a choice, with `more` at the end. */
export const exchangesInWords = (...more: string[]) => inWords(currentLanguage(), [...exchangeIds, ...more], 'or')

/** The currencies that have a rate in Hong Kong dollars, as a choice. */
export const ratedCurrenciesInWords = () =>
  inWords(
    currentLanguage(),
    currencies.filter(currency => currency !== 'HKD'),
    'or',
  )

/** The names of all markets. */
export const marketsInWords = (t: (key: Key<'shell'>) => string) =>
  inWords(
    currentLanguage(),
    markets.map(({ linkSuffix }) => t(`market.${linkSuffix}`)),
    'and',
  )
