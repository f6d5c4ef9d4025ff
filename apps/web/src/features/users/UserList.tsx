import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureText } from '../../components/failure-text.ts'
import { StaffCallFailed } from '../../components/notices/staff-only.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useIsPhone } from '../../ui/is-phone.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { UserCards } from './UserCards.tsx'
import { UserTable } from './UserTable.tsx'
import { userCount, userPages, type Wanted } from './user-pages.ts'

/** The matching users, page by page, below the filters. If the call fails, the error replaces both. */
export function UserList({ wanted, children }: { wanted: Wanted; children: ReactNode }) {
  const t = useTranslation('users')
  const phone = useIsPhone()
  const pages = useInfiniteQuery({ ...userPages(wanted), placeholderData: keepPreviousData })
  const count = useQuery({ ...userCount(wanted), placeholderData: keepPreviousData })
  if (pages.isError && !pages.data) return <StaffCallFailed error={pages.error} onRetry={() => void pages.refetch()} />
  if (!pages.data)
    return (
      <>
        {children}
        <output className="mt-6 block border-t border-ink">
          <span className="sr-only">{t('loading')}</span>
          {['a', 'b', 'c', 'd', 'e', 'f'].map(row => (
            <Skeleton key={row} className="mt-3 h-9 w-full" />
          ))}
        </output>
      </>
    )
  const users = pages.data.pages.flatMap(({ data }) => data)
  const shown = users.length
  const total = Math.max(count.data?.total ?? shown, shown)
  return (
    <>
      {children}
      <section aria-label={t('users')} aria-busy={pages.isPlaceholderData} className="mt-5 aria-busy:opacity-55">
        <output className="mb-1 block min-h-5 text-13 text-faded">
          {count.data &&
            t(shown < total ? 'shown' : 'count', { shown: figure(shown), total: figure(total), count: total })}
        </output>
        {shown === 0 ? (
          <EmptyState>{t('none')}</EmptyState>
        ) : phone ? (
          <UserCards users={users} />
        ) : (
          <UserTable users={users} />
        )}
        {pages.hasNextPage && shown > 0 && (
          <div className="mt-4 flex flex-wrap items-center justify-center gap-4">
            <Button
              className="max-md:w-full md:px-8"
              aria-disabled={pages.isFetchingNextPage}
              onClick={() => !pages.isFetchingNextPage && void pages.fetchNextPage()}
            >
              {t(pages.isFetchingNextPage ? 'loading' : 'more')}
            </Button>
            {pages.isFetchNextPageError && (
              <p role="alert" className="text-13 text-wrong">
                {failureText(pages.error, t)}
              </p>
            )}
          </div>
        )}
      </section>
    </>
  )
}

const figure = (count: number) => new Intl.NumberFormat('en').format(count)
