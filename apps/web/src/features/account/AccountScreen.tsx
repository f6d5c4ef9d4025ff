import { user } from '@finlist/contract/account/account'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { callQuery } from '../../api/query-client.ts'
import { signInFreshly } from '../../api/session.ts'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AccountTabs } from './AccountTabs.tsx'
import { useAccountTab } from './use-account-tab.ts'

const ActivityTab = lazy(() => import('./ActivityTab.tsx'))
const OldAccountNotice = lazy(() => import('./OldAccountNotice.tsx'))
const Preferences = lazy(() => import('./Preferences.tsx'))

type Props = { subscriptions: ReactNode; receipts: ReactNode }

/** My Account, in four tabs; the two billing tabs are passed in. */
export function AccountScreen({ subscriptions, receipts }: Props) {
  const t = useTranslation('account')
  const me = useQuery(callQuery(user))
  const tab = useAccountTab()
  return (
    <div className="max-w-240">
      <PageHeader title={t('screen.dashboard')}>
        {me.data ? (
          <p className="mt-1 text-14 wrap-anywhere text-faded">
            {me.data.name && <span className="mr-3 text-ink">{me.data.name}</span>} {me.data.email}
          </p>
        ) : (
          me.isPending && <Skeleton className="mt-2 h-4.5 w-60" />
        )}
      </PageHeader>
      {me.data?.hasOldAccount && (
        <Suspense fallback={null}>
          <OldAccountNotice onJoined={signInFreshly} />
        </Suspense>
      )}
      <AccountTabs chosen={tab} />
      <div id="account-panel" role="tabpanel" aria-labelledby={`tab-${tab}`} className="pt-5 md:pt-6">
        {me.isError ? (
          <CallFailed error={me.error} onRetry={() => void me.refetch()} />
        ) : tab === 'preferences' ? (
          <div className="max-w-180">
            <Suspense fallback={<Waiting />}>{me.data ? <Preferences me={me.data} /> : <Waiting />}</Suspense>
          </div>
        ) : tab === 'activity' ? (
          <Suspense fallback={<Waiting />}>
            <ActivityTab />
          </Suspense>
        ) : tab === 'subscriptions' ? (
          subscriptions
        ) : (
          receipts
        )}
      </div>
    </div>
  )
}

const Waiting = () => <Skeleton className="h-96 w-full" />
