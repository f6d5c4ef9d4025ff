import { programNames, type UploadRecord } from '@finlist/contract/staff/admin'
import { importKinds } from '@finlist/contract/staff/imports'
import type { MessageTarget } from '@finlist/contract/staff/message-targets'
import { markets } from '@finlist/domain/markets'
import { useTranslation } from '../i18n/texts.ts'

/** Describes a recorded action of staff in words. */
export function useStaffWords() {
  const t = useTranslation('admin')
  const marketOf = (id: unknown) => {
    const market = markets.find(known => known.id === id)
    return market && t(`market.${market.linkSuffix}`)
  }
  /** The name of a market or of a practice space. */
  const exchange = (id: string) => (id === 'PRAC' || id === 'GAME' ? t(`space.${id}`) : (marketOf(id) ?? id))
  return {
    exchange,
    /** Describes an upload by its `key`, for example `finlist TW 2019-01-04`. */
    upload({ kind, key }: Pick<UploadRecord, 'kind' | 'key'>) {
      const known = importKinds.find(id => id === kind)
      const [of, ...rest] = key.split(' ').slice(1)
      return { title: known ? t(`form.${known}`) : kind, of: [of && exchange(of), ...rest].filter(Boolean).join(' · ') }
    },
    /** The target of a message, in words and with its code in the specification. */
    target(id: MessageTarget) {
      const market = marketOf(id)
      return market
        ? t('exchange.option', { market, id })
        : t(`target.${id as Exclude<MessageTarget, (typeof markets)[number]['id']>}`)
    },
    /** Who took the action: a user, a data source, or one of the server's own programs. */
    by: (name: string) => {
      const program = programNames.find(known => known === name)
      return program ? t(`by.${program}`) : name
    },
  }
}
