import type { MarketMap } from '@finlist/contract/screener'
import { useCallback } from 'react'
import { inCurrentLanguage } from '../../api/language.ts'
import { useTranslation } from '../../i18n/texts.ts'

/**
 * Returns a function that names a sector, given its place in the map, in the user's language. It stays the same until the
 * sectors or the language change.
 */
export function useSectorName(sectors: MarketMap['sectors']): (at: number) => string {
  const t = useTranslation('screener')
  return useCallback(
    at => {
      const { name = '', nameZh = '' } = sectors[at] ?? {}
      return inCurrentLanguage({ en: name, zh: nameZh }) || name || t('sector.none')
    },
    [sectors, t],
  )
}
