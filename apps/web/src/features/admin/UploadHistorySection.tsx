import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ForbiddenError } from '../../api/call-error.ts'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type Props<T> = {
  title: string
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isPending' | 'refetch'>
  /** The number of entries in words; empty if there are none. */
  count: (data: T) => string
  /** Shown to a user who may not see the history. It offers no plan, because no plan gives access. */
  staffOnly: string
  children: (data: T) => ReactNode
}

/** The history below a form. Its title takes the focus when the focused button of a row is removed. */
export function UploadHistorySection<T>({
  title,
  query: { data, error, isPending, refetch },
  count,
  ...rest
}: Props<T>) {
  const counted = data && count(data)
  return (
    <section aria-labelledby="records-title" className="mt-10">
      <div className="mb-2 flex flex-wrap items-baseline gap-x-3">
        <h2 id="records-title" tabIndex={-1} className="text-16 font-strong outline-none">
          {title}
        </h2>
        {counted && <p className="text-13 text-faded">{counted}</p>}
      </div>
      {data ? (
        rest.children(data)
      ) : isPending ? (
        <Waiting />
      ) : error instanceof ForbiddenError && error.code !== 'device' ? (
        <EmptyState>{rest.staffOnly}</EmptyState>
      ) : (
        <CallFailed error={error} onRetry={() => void refetch()} />
      )}
    </section>
  )
}

export const focusUploadHistory = () => document.getElementById('records-title')?.focus()

function Waiting() {
  const t = useTranslation('admin')
  return (
    <output aria-busy className="block border-t border-ink">
      <span className="sr-only">{t('loading')}</span>
      {['a', 'b', 'c', 'd'].map(row => (
        <div key={row} className="flex h-16 items-center gap-6 border-b border-line">
          <Skeleton className="h-4 w-1/6" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-1/6" />
        </div>
      ))}
    </output>
  )
}
