import { type SaidMessage, withdrawSystemMessage } from '@finlist/contract/system-messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ask } from '../../api/ask.ts'
import { saidBy } from '../../api/call-error.ts'
import { language } from '../../api/language.ts'
import { useTexts } from '../../i18n/texts.ts'
import { say } from '../../parts/say.ts'
import { Button } from '../../ui/button.tsx'
import { forgetMessages } from './queries.ts'
import { focusRecords } from './RecordSection.tsx'
import { SaidText } from './SaidText.tsx'
import { useTargetName } from './target-name.ts'

const Question = lazy(() => import('../../ui/question.tsx'))

/** Takes a message back that is still shown. */
export function Withdraw({ message }: { message: SaidMessage }) {
  const t = useTexts('admin')
  const queries = useQueryClient()
  const target = useTargetName()(message.target)
  const [asking, setAsking] = useState(false)
  const withdrawal = useMutation({
    networkMode: 'always',
    mutationFn: () => ask(withdrawSystemMessage, { params: { systemMessageId: message.systemMessageId } }),
    onSuccess: () => void say(t('said.taken-back')).then(focusRecords),
    onError: error => void say(t('said.failed', { message: saidBy(error) ?? t('error.unknown') })),
    onSettled: () => forgetMessages(queries),
  })
  if (message.state !== 'showing') return null
  const answer = (yes: boolean) => {
    setAsking(false)
    if (yes) withdrawal.mutate()
  }
  return (
    <>
      <Button
        aria-label={t('withdraw.named', { message: message.message[language()] })}
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
              <SaidText message={message} />
            </div>
            <p>{t('withdraw.text', { target })}</p>
          </Question>
        </Suspense>
      )}
    </>
  )
}
