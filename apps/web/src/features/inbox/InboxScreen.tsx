import { type InboxItem, inboxDays } from '@finlist/contract/inbox'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { failureText } from '../../components/failure-text.ts'
import { inboxQuery, markRead, showUnread, useUnread } from '../../components/inbox.ts'
import { Link } from '../../components/link.tsx'
import { formatDay } from '../../components/market-dates.ts'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { showAlert } from '../../components/notices/show-alert.ts'
import { dismiss, useBanners } from '../../components/notices/system-messages.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

import { Item } from './Item.tsx'

export const fetchFirst = async () => showUnread(await queryClient.fetchQuery(inboxQuery()))

/** Notifications grouped by day. Each item links to its subject. */
export default function InboxScreen() {
  const t = useTranslation('inbox')
  const inbox = useQuery(inboxQuery())
  const banners = useBanners()
  const polled = useUnread()
  const [onlyUnread, setOnlyUnread] = useState(false)
  const { data, refetch } = inbox
  const unread = data?.unread ?? 0
  useEffect(() => {
    if (data) showUnread(data)
  }, [data])
  useEffect(() => {
    if (polled > unread) void refetch()
    // Must not run when `unread` changes, because reading items on this screen lowers it too.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [polled])

  const read = (ids?: readonly string[]) => markRead(ids).catch(error => void showAlert(failureText(error, t)))
  const dismissAll = () => {
    document.getElementById('page-title')?.focus()
    dismiss(banners)
  }
  const items = data?.items.filter(item => !onlyUnread || !item.read) ?? []
  return (
    <div className="max-w-200">
      <PageHeader
        title={t('screen.inbox')}
        beside={
          <div className="ml-auto flex flex-wrap gap-2">
            {banners.length > 0 && <Button onClick={dismissAll}>{t('dismiss-all')}</Button>}
            <Button aria-disabled={unread === 0} onClick={() => unread > 0 && void read()}>
              {t('all-read')}
            </Button>
          </div>
        }
      >
        <p className="mt-1 text-13 text-faded">
          {t('intro', { days: inboxDays })}{' '}
          <Link to="/alerts" className="text-accent underline underline-offset-2">
            {t('to-alerts')}
          </Link>
        </p>
      </PageHeader>
      {inbox.isError ? (
        <CallFailed error={inbox.error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Waiting />
      ) : data.items.length === 0 ? (
        <EmptyState>{t('empty')}</EmptyState>
      ) : (
        <>
          <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-1">
            <Checkbox
              label={t('only-unread')}
              checked={onlyUnread}
              onChange={event => setOnlyUnread(event.target.checked)}
            />
            <output className="text-13 text-faded">{t('count', { count: items.length, unread })}</output>
          </div>
          {items.length === 0 ? (
            <EmptyState>{t('nothing-unread')}</EmptyState>
          ) : (
            <div className="flex flex-col gap-7">
              {byDay(items).map(({ day, items }) => (
                <Section key={day} title={day}>
                  <ul>
                    {items.map(item => (
                      <Item key={item.id} item={item} onRead={() => void read([item.id])} />
                    ))}
                  </ul>
                </Section>
              ))}
            </div>
          )}
        </>
      )}
    </div>
  )
}

function Waiting() {
  return (
    <div aria-busy data-waiting>
      <Skeleton className="h-9 w-56" />
      <Skeleton className="mt-6 h-5 w-40" />
      <Skeleton className="mt-3 h-96 w-full" />
    </div>
  )
}

/** Groups the items by the day of their event. */
function byDay(items: readonly InboxItem[]): { day: string; items: InboxItem[] }[] {
  const days: { day: string; items: InboxItem[] }[] = []
  for (const item of items) {
    const day = formatDay(item.happenedOn)
    if (days.at(-1)?.day === day) days.at(-1)!.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}
