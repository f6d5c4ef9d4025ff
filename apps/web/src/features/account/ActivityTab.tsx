import { type AccountEvent, accountActivity, disownActivity } from '@finlist/contract/account/account-activity'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { isStepUpRefused } from '../../api/call-error.ts'
import { currentLanguage } from '../../api/language.ts'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'
import { AccountEvents } from '../../components/account-events.tsx'
import { failureText } from '../../components/failure-text.ts'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { showAlert } from '../../components/notices/show-alert.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const Question = lazy(() => import('../../ui/dialogs/confirm-dialog.tsx'))

/** Lazy-loaded. The account's recent activity, with a button to report events that the user did not cause. */
export default function ActivityTab() {
  const t = useTranslation('account')
  const [asking, setAsking] = useState<AccountEvent>()
  const [done, setDone] = useState('')
  const events = useQuery({ ...callQuery(accountActivity), refetchOnMount: 'always' })
  const securing = useMutation({
    mutationFn: ({ eventId }: AccountEvent) => request(disownActivity, { params: { eventId: String(eventId) } }),
    async onSuccess({ next }) {
      setAsking(undefined)
      if (next !== null) return location.assign(`${next}?lang=${currentLanguage()}`)
      setDone(t('activity.secured'))
      await queryClient.invalidateQueries({ queryKey: callQuery(accountActivity).queryKey })
    },
    onError(error) {
      setAsking(undefined)
      if (!isStepUpRefused(error)) void showAlert(failureText(error, t))
    },
  })
  if (events.isError) return <CallFailed error={events.error} onRetry={() => void events.refetch()} />
  if (!events.data) return <Skeleton className="h-96 w-full" />
  return (
    <div className="max-w-180">
      <p className="max-w-[60ch] text-14 text-faded">{t('activity.text')}</p>
      <output className="block">
        {done && <span className="mt-3 block border-l-2 border-good bg-wash px-4 py-2.5 text-14">{done}</span>}
      </output>
      <AccountEvents
        events={events.data}
        action={event =>
          !event.isThis &&
          event.kind !== 'secured' && (
            <Button
              className="shrink-0 px-3 md:min-h-8 md:text-13"
              onClick={() => {
                setDone('')
                setAsking(event)
              }}
            >
              {t('activity.not-me')}
            </Button>
          )
        }
      />
      {asking && (
        <Suspense>
          <Question
            grave
            title={t('activity.not-me.ask')}
            yesLabel={t(securing.isPending ? 'activity.not-me.busy' : 'activity.not-me.yes')}
            noLabel={t('cancel')}
            busy={securing.isPending}
            onAnswer={yes => (yes ? securing.mutate(asking) : setAsking(undefined))}
          >
            <p>{t('activity.not-me.text')}</p>
            <p>{t('activity.not-me.next')}</p>
          </Question>
        </Suspense>
      )}
    </div>
  )
}
