import type { Customer } from '@finlist/contract/staff/customers'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { CallError } from '../../../api/call-error.ts'
import { Link } from '../../../components/link.tsx'
import { StaffCallFailed } from '../../../components/notices/staff-only.tsx'
import { useTranslation } from '../../../i18n/texts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { StaffAction } from '../actions/staff-action.ts'
import { addressOf } from '../customer-address.ts'
import { customerOf } from '../queries.ts'
import { Roles } from '../Roles.tsx'
import { AboutPerson } from './AboutPerson.tsx'
import { Activity } from './Activity.tsx'
import { History } from './History.tsx'
import { Invoices } from './Invoices.tsx'
import { Subscriptions } from './Subscriptions.tsx'

const ActionDialog = lazy(() => import('../actions/ActionDialog.tsx'))

type Props = { userId: number; search: string; mayAct: boolean }

/** All billing data of a customer on one page: roles, plans, payments and history. */
export function CustomerPage({ userId, search, mayAct }: Props) {
  const t = useTranslation('customers')
  const { data, error, refetch } = useQuery(customerOf(userId))
  const [action, setAction] = useState<StaffAction>()
  const [done, setDone] = useState<string>()
  // Moves the focus to the page's title, because the pressed row has been removed.
  useEffect(() => {
    scrollTo(0, 0)
    document.getElementById('page-title')?.focus({ preventScroll: true })
  }, [])
  const begin = mayAct
    ? (next: StaffAction) => {
        setDone(undefined)
        setAction(next)
      }
    : undefined
  const title = data ? data.profile.name || data.profile.email : t('customer', { id: userId })
  return (
    <>
      <Link
        to={addressOf({ search })}
        className="mb-1 inline-flex min-h-11 items-center gap-1.5 text-13 text-accent no-underline hover:underline md:min-h-8"
      >
        <ArrowLeft size={15} aria-hidden />
        {t('back')}
      </Link>
      <PageHeader title={title} beside={data && <Badges customer={data} />}>
        {data?.profile.name && <p className="mt-0.5 text-14 text-faded wrap-anywhere">{data.profile.email}</p>}
      </PageHeader>
      <output className="block">
        {done && <span className="mb-5 block border-l-2 border-good bg-wash px-4 py-2.5 text-14">{done}</span>}
      </output>
      {data ? (
        <div className="grid gap-9">
          <AboutPerson customer={data} onAction={begin} />
          <Subscriptions customer={data} />
          <Invoices customer={data} onAction={begin} />
          <Activity userId={userId} />
          <History customer={data} />
        </div>
      ) : error instanceof CallError && error.httpStatus === 404 ? (
        <EmptyState>{t('customer.none', { id: userId })}</EmptyState>
      ) : error ? (
        <StaffCallFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
      {data && action && (
        <Suspense fallback={<div className="fixed inset-0 z-40 bg-shade" />}>
          <ActionDialog
            customer={data}
            action={action}
            onClose={() => setAction(undefined)}
            onDone={said => {
              setAction(undefined)
              setDone(said)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function Badges({ customer: { profile, roles, subscriptions, isCaller } }: { customer: Customer }) {
  const t = useTranslation('customers')
  return (
    <span className="flex flex-wrap gap-1.5">
      <Roles roles={roles} />
      {subscriptions.some(({ status }) => status === 'past_due' || status === 'unpaid') && (
        <Badge variant="wrong">{t('subscription.past_due')}</Badge>
      )}
      {profile.blocked && <Badge variant="wrong">{t('blocked')}</Badge>}
      {isCaller && <Badge>{t('you')}</Badge>}
    </span>
  )
}

function Waiting() {
  const t = useTranslation('customers')
  return (
    <output className="grid gap-9">
      <span className="sr-only">{t('loading')}</span>
      <span className="grid gap-x-10 gap-y-6 md:grid-cols-4">
        {['a', 'b', 'c', 'd'].map(part => (
          <Skeleton key={part} className="h-36 w-full" />
        ))}
      </span>
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-64 w-full" />
    </output>
  )
}
