import { messageNames } from '@finlist/contract/overview'
import { useTranslation } from '../../i18n/texts.ts'

/** What a kind of message is, in words; one that a newer server has keeps its name. */
export function useMessageName() {
  const t = useTranslation('overview')
  return (kind: string) => {
    const found = messageNames.find(id => id === kind)
    return found ? t(`message.${found}`) : kind
  }
}
