import { errorMessage } from '../../../api/call-error.ts'
import { showAlert } from '../../../components/notices/show-alert.ts'
import { useTranslation } from '../../../i18n/texts.ts'

/** Shows an alert if saving or opening failed, with the server's message if there is one. */
export function useFailure() {
  const t = useTranslation('chart')
  return (error: unknown) => void showAlert(errorMessage(error) ?? t('storage.failed'))
}
