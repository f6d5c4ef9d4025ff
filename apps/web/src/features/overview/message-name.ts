import { useTranslation } from '../../i18n/texts.ts'

const known = [
  'sign-in',
  'prove-email',
  'email-changed',
  'phone-added',
  'phone-proved',
  'phone-changed',
  'second-factor-off',
  'device-copied',
  'deletion',
  'sms-total',
] as const

/** What a kind of message is, in words; a kind without a text keeps its name. */
export function useMessageName() {
  const t = useTranslation('overview')
  return (kind: string) => {
    const found = known.find(id => id === kind)
    return found ? t(`message.${found}`) : kind
  }
}
