import { type SentMessage, withdrawSystemMessage } from '@finlist/contract/system-messages'
import { useMutation } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { inCurrentLanguage } from '../../api/language.ts'
import { request } from '../../api/request.ts'
import { failureText } from '../../components/failure-text.ts'
import { showAlert } from '../../components/notices/show-alert.ts'
import { useStaffWords } from '../../components/staff-words.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { MessageText } from './MessageText.tsx'
import { forgetMessages } from './queries.ts'
import { focusUploadHistory } from './UploadHistorySection.tsx'

const Question = lazy(() => import('../../ui/dialogs/confirm-dialog.tsx'))

/** Withdraws a message that is still shown. */
export function Withdraw({ message }: { message: SentMessage }) {
  const t = useTranslation('admin')
  const target = useStaffWords().target(message.target)
  const [asking, setAsking] = useState(false)
  const withdrawal = useMutation({
    networkMode: 'always',
    mutationFn: () => request(withdrawSystemMessage, { params: { systemMessageId: message.systemMessageId } }),
    onSuccess: () => void showAlert(t('said.taken-back')).then(focusUploadHistory),
    onError: error => void showAlert(t('said.failed', { message: failureText(error, t) })),
    onSettled: () => forgetMessages(),
  })
  if (message.state !== 'showing') return null
  const answer = (yes: boolean) => {
    setAsking(false)
    if (yes) withdrawal.mutate()
  }
  return (
    <>
      <Button
        aria-label={t('withdraw.named', { message: inCurrentLanguage(message.message) })}
        disabled={withdrawal.isPending}
        className="px-3 font-normal md:min-h-8 md:text-13"
        onClick={() => setAsking(true)}
      >
        <Undo2 size={15} aria-hidden />
        {t(withdrawal.isPending ? 'withdrawing' : 'withdraw')}
      </Button>
      {asking && (
        <Suspense>
          <Question grave title={t('withdraw.ask')} yesLabel={t('withdraw')} noLabel={t('cancel')} onAnswer={answer}>
            <div className="border-l-2 border-line pl-3">
              <MessageText message={message} />
            </div>
            <p>{t('withdraw.text', { target })}</p>
          </Question>
        </Suspense>
      )}
    </>
  )
}
