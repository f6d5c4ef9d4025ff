import { rollBackUpload, type UploadRecord } from '@finlist/contract/staff/admin'
import { useMutation } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { request } from '../../api/request.ts'
import { failureText } from '../../components/failure-text.ts'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { showAlert } from '../../components/notices/show-alert.ts'
import { useStaffWords } from '../../components/staff-words.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { forgetMarketData } from './queries.ts'
import { focusUploadHistory } from './UploadHistorySection.tsx'

const Question = lazy(() => import('../../ui/dialogs/confirm-dialog.tsx'))

/** The roll-back button, or the reason why there is none. */
export function RollBack({ record }: { record: UploadRecord }) {
  const t = useTranslation('admin')
  const words = useStaffWords()
  const named = words.upload(record)
  const [asking, setAsking] = useState(false)
  const name = `${named.title} ${named.of}`
  const back = useMutation({
    networkMode: 'always',
    mutationFn: () => request(rollBackUpload, { params: { uploadId: record.uploadId } }),
    onSuccess: () => void showAlert(t('said.rolled-back', { name })).then(focusUploadHistory),
    onError: error => void showAlert(t('said.failed', { message: failureText(error, t) })),
    onSettled: () => forgetMarketData(),
  })
  if (record.rolledBackAt)
    return (
      <p className="text-12 text-faded">{t('rolled-back', { when: hongKongDate(record.rolledBackAt, 'moment') })}</p>
    )
  if (!record.mayBeRolledBack) return <p className="text-12 text-faded">{record.whyNotRolledBack}</p>
  const answer = (yes: boolean) => {
    setAsking(false)
    if (yes) back.mutate()
  }
  return (
    <>
      <Button
        aria-label={t('roll-back.named', { name })}
        disabled={back.isPending}
        className="px-3 font-normal md:min-h-8 md:text-13"
        onClick={() => setAsking(true)}
      >
        <Undo2 size={15} aria-hidden />
        {t(back.isPending ? 'rolling-back' : 'roll-back')}
      </Button>
      {asking && (
        <Suspense>
          <Question
            title={t('roll-back.ask', { name })}
            yesLabel={t('roll-back')}
            noLabel={t('cancel')}
            onAnswer={answer}
          >
            {t('roll-back.text', { when: hongKongDate(record.uploadedAt, 'moment'), by: words.by(record.by) })}
          </Question>
        </Suspense>
      )}
    </>
  )
}
