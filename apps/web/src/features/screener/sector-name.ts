import type { MarketMap } from '@finlist/contract/screener'
import { inCurrentLanguage } from '../../api/language.ts'
import { useTranslation } from '../../i18n/texts.ts'

/** Returns a function that names a sector, given its place in the map, in the user's language. */
export function useSectorName(sectors: MarketMap['sectors']): (at: number) => string {
  const t = useTranslation('screener')
  return at => {
    const { name = '', nameZh = '' } = sectors[at] ?? {}
    return inCurrentLanguage({ en: name, zh: nameZh }) || name || t('sector.none')
  }
}
