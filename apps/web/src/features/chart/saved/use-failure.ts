import { saidBy } from '../../../api/call-error.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { say } from '../../../parts/say.ts'

/** What failed in saving or opening is shown as an alert, in the server's words where it has some. */
export function useFailure() {
  const t = useTexts('chart')
  return (error: unknown) => void say(saidBy(error) ?? t('storage.failed'))
}
