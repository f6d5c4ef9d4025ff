import { messageNames } from '@finlist/contract/staff/overview'
import { useTranslation } from '../../i18n/texts.ts'

/** A message kind in words. A kind that this version of the app does not know is shown by its identifier. */
export function useMessageName() {
  const t = useTranslation('overview')
  return (kind: string) => {
    const found = messageNames.find(id => id === kind)
    return found ? t(`message.${found}`) : kind
  }
}
