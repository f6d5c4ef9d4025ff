import type { SystemMessage } from '@finlist/contract/messages'
import { languageIds } from '@finlist/i18n/languages'
import { useTranslation } from '../../i18n/texts.ts'
import ConfirmDialog from '../../ui/dialogs/confirm-dialog.tsx'

type Props = { to: string; message: SystemMessage['message']; onAnswer: (yes: boolean) => void }

/** Previews a message in both languages, and asks for confirmation before it is published. */
export function PublishQuestion({ to, message, onAnswer }: Props) {
  const t = useTranslation('admin')
  return (
    <ConfirmDialog title={t('publish.ask')} yesLabel={t('publish')} noLabel={t('cancel')} onAnswer={onAnswer}>
      <p className="text-faded">{to}</p>
      <dl className="grid gap-3">
        {languageIds.map(language => (
          <div key={language}>
            <dt className="text-13 text-faded">{t(`publish.${language}`)}</dt>
            <dd className="mt-1 rounded-md border border-line px-4 py-2.5 whitespace-pre-line wrap-anywhere">
              {message[language].trim()}
            </dd>
          </div>
        ))}
      </dl>
    </ConfirmDialog>
  )
}
