import type { User } from '@finlist/contract/account/account'
import { useTranslation } from '../../i18n/texts.ts'
import { InlineEdit } from './InlineEdit.tsx'
import type { OnFailed } from './on-failed.ts'
import { saveProfile } from './save-profile.ts'

export function NameEdit({ me, onFailed }: { me: User; onFailed: OnFailed }) {
  const t = useTranslation('account')
  const read = (draft: string) => {
    const name = draft.trim()
    if (name === me.name) return 'unchanged' as const
    return name ? { send: name } : { wrong: t('name-missing') }
  }
  return (
    <InlineEdit
      label={t('name')}
      autoComplete="name"
      maxLength={100}
      placeholder={t('none')}
      saved={me.name}
      read={read}
      save={nickname => saveProfile({ nickname })}
      onFailed={onFailed}
    />
  )
}
