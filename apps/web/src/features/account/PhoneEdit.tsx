import type { User } from '@finlist/contract/account/account'
import { useTranslation } from '../../i18n/texts.ts'
import { InlineEdit } from './InlineEdit.tsx'
import type { OnFailed } from './on-failed.ts'
import { formatPhone, internationalPhone } from './phone.ts'
import { saveProfile } from './save-profile.ts'

export function PhoneEdit({ me, onFailed }: { me: User; onFailed: OnFailed }) {
  const t = useTranslation('account')
  const read = (draft: string) => {
    const number = internationalPhone(draft)
    if (draft.replace(/\s/g, '') === me.phoneNumber || number === me.phoneNumber) return 'unchanged' as const
    return number ? { send: number } : { wrong: t('user.data.error.invalid-phone') }
  }
  return (
    <InlineEdit
      label={t('phone')}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      maxLength={40}
      placeholder={t('none')}
      saved={formatPhone(me.phoneNumber)}
      read={read}
      save={number => saveProfile({ user_metadata: { fin_phone_number: number } })}
      onFailed={onFailed}
    />
  )
}
