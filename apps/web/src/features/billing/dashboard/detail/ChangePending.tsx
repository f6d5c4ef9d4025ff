import { type Subscription, userSubscriptions } from '@finlist/contract/billing'
import type { PeriodId } from '@finlist/domain/plans/catalogue'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { request } from '../../../../api/request.ts'
import { useTranslation } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/button.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
import { StepHead } from './StepHead.tsx'

const everyMs = 2_000
const looksAtOnce = 15

type Props = { held: Subscription; wanted: PeriodId; onFound: () => Promise<void> }

/** Polls for the change for half a minute. After that, a button polls again. */
export function ChangePending({ held: { subscriptionId }, wanted, onFound }: Props) {
  const t = useTranslation('dashboard')
  const [round, setRound] = useState(0)
  // A separate query. With the page's own query, this step would close as soon as the change arrives.
  const queryKey = [userSubscriptions.path, 'change', round]
  const looks = useQueryClient().getQueryState(queryKey)
  const own = useQuery({
    queryKey,
    queryFn: ({ signal }) => request(userSubscriptions, { signal }),
    refetchInterval: ({ state }) => (looksOf(state) < looksAtOnce ? everyMs : false),
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  })
  const isLooking = own.isFetching || looksOf(looks) < looksAtOnce
  const now = own.data?.subscriptions.find(candidate => candidate.subscriptionId === subscriptionId)
  const isThere = now?.billingPeriodId === wanted || now?.futureBillingPeriodId === wanted
  const tell = useEffectEvent(onFound)
  useEffect(() => {
    if (isThere) void tell()
  }, [isThere])
  return (
    <div className="py-4 text-center" aria-live="polite">
      <StepHead title={t('change.unsure')} />
      {isLooking && <Spinner label={t('change.unsure')} />}
      <p className="mx-auto mt-2 max-w-[48ch] text-14">{t(isLooking ? 'change.unsure.text' : 'change.unsure.late')}</p>
      {!isLooking && (
        <Button className="mt-5" onClick={() => setRound(before => before + 1)}>
          {t('change.unsure.look')}
        </Button>
      )}
    </div>
  )
}

const looksOf = (state: { dataUpdateCount: number; errorUpdateCount: number } | undefined) =>
  (state?.dataUpdateCount ?? 0) + (state?.errorUpdateCount ?? 0)
