import { signInFreshly } from '../api/session.ts'
import { useTexts } from '../i18n/texts.ts'
import Question from '../ui/question.tsx'

/** Load it lazily. What changes the ways into an account asks who it is first. */
export default function FreshSignIn({ onClose }: { onClose: () => void }) {
  const t = useTexts('account')
  return (
    <Question
      title={t('fresh')}
      yesLabel={t('fresh.yes')}
      noLabel={t('cancel')}
      onAnswer={yes => (yes ? signInFreshly() : onClose())}
    >
      {t('fresh.text')}
    </Question>
  )
}
