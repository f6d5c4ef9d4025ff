import { errorMessage } from '../../../api/call-error.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { showAlert } from '../../../parts/show-alert.ts'

/** What failed in saving or opening is shown as an alert, in the server's words where it has some. */
export function useFailure() {
  const t = useTranslation('chart')
  return (error: unknown) => void showAlert(errorMessage(error) ?? t('storage.failed'))
}
