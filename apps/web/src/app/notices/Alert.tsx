import { useTranslation } from '../../i18n/texts.ts'
import AlertDialog from '../../ui/dialogs/alert-dialog.tsx'

export default function Alert({ message, onClose }: { message: string; onClose: () => void }) {
  const t = useTranslation()
  return <AlertDialog message={message} okLabel={t('ok')} onClose={onClose} />
}
