import { currencies } from '@finlist/domain/currencies'
import { exchangeIds, markets } from '@finlist/domain/markets'
import { inWords } from '@finlist/i18n/in-words'
import { currentLanguage } from '../api/language.ts'
import type { Key } from '../i18n/texts.ts'

/** The exchanges, with `more` at the end, as a list joined by "or". */
export const exchangesInWords = (...more: string[]) => inWords(currentLanguage(), [...exchangeIds, ...more], 'or')

/** The currencies with an exchange rate to the Hong Kong dollar, as a list joined by "or". */
export const ratedCurrenciesInWords = () =>
  inWords(
    currentLanguage(),
    currencies.filter(currency => currency !== 'HKD'),
    'or',
  )

/** The names of all markets, as a list joined by "and". */
export const marketsInWords = (t: (key: Key<'shell'>) => string) =>
  inWords(
    currentLanguage(),
    markets.map(({ linkSuffix }) => t(`market.${linkSuffix}`)),
    'and',
  )
