import { signInFreshly } from '../api/session.ts'
import { useTranslation } from '../i18n/texts.ts'
import ConfirmDialog from '../ui/confirm-dialog.tsx'

/** Load it lazily. Changing how an account signs in requires a recent sign-in first. */
export default function FreshSignIn({ onClose }: { onClose: () => void }) {
  const t = useTranslation('account')
  return (
    <ConfirmDialog
      title={t('fresh')}
      yesLabel={t('fresh.yes')}
      noLabel={t('cancel')}
      onAnswer={yes => (yes ? signInFreshly() : onClose())}
    >
      {t('fresh.text')}
    </ConfirmDialog>
  )
}
