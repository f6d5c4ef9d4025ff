import type { MessageTarget } from '@finlist/contract/messages'
import { markets } from '@finlist/domain/markets'
import { useTranslation } from '../../i18n/texts.ts'

/** The target of a message, in words and by the code of the specification. */
export function useTargetName() {
  const t = useTranslation('admin')
  return (id: MessageTarget) => {
    const market = markets.find(known => known.id === id)
    return market
      ? t('exchange.option', { market: t(`market.${market.linkSuffix}`), id })
      : t(`target.${id as 'ALL' | 'PAID' | 'SUNDAY_CLUB'}`)
  }
}
