import { errorMessage } from '../../../api/call-error.ts'
import { showAlert } from '../../../components/notices/show-alert.ts'
import { useTranslation } from '../../../i18n/texts.ts'

/** Shows a failure to save or open as an alert, in the server's words where it gave any. */
export function useFailure() {
  const t = useTranslation('chart')
  return (error: unknown) => void showAlert(errorMessage(error) ?? t('storage.failed'))
}
