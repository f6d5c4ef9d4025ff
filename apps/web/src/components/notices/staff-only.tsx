import { type User, user } from '@finlist/contract/account/account'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ForbiddenError } from '../../api/call-error.ts'
import { callQuery } from '../../api/query-client.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { CallFailed } from './call-failed.tsx'
import { NoAccess } from './no-access.tsx'

type Props = { title: string; children: (me: User) => ReactNode }

/**
 * A screen for staff. Other users see a note, which offers no plan, because no plan gives access. The server checks
 * access again.
 */
export function StaffOnly({ title, children }: Props) {
  const t = useTranslation()
  const me = useQuery(callQuery(user))
  if (me.data?.rights.includes('staff')) return children(me.data)
  if (me.isPending) return <Spinner label={t('loading')} />
  return (
    <>
      <PageHeader title={title} />
      {me.data ? <NotStaff /> : <CallFailed error={me.error} onRetry={() => void me.refetch()} />}
    </>
  )
}

/** Replaces the data of a failed staff call. */
export function StaffCallFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const refused = error instanceof ForbiddenError && error.code !== 'device' && error.code !== 'blocked'
  return refused ? <NotStaff /> : <CallFailed error={error} onRetry={onRetry} />
}

function NotStaff() {
  const t = useTranslation()
  return <NoAccess message={t('error.staff-only')} button={false} />
}

export const isAdmin = ({ rights }: User) => rights.includes('admin')
