import { listSystemMessages, messagesPerPage } from '@finlist/contract/system-messages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '../../api/query-client.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useIsPhone } from '../../ui/is-phone.ts'
import { Pager } from '../../ui/pager.tsx'
import { MessageCards } from './MessageCards.tsx'
import { MessageTable } from './MessageTable.tsx'
import { focusUploadHistory, UploadHistorySection } from './UploadHistorySection.tsx'

/** All published messages, newest first. Those still shown have a button to withdraw them. */
export function MessageHistory() {
  const t = useTranslation('admin')
  const phone = useIsPhone()
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...callQuery(listSystemMessages, { query: { page } }),
    placeholderData: keepPreviousData,
    // Messages start and expire without any action in this browser.
    refetchInterval: 60_000,
  })
  const turnTo = (next: number) => {
    setPage(next)
    focusUploadHistory()
  }
  return (
    <UploadHistorySection
      title={t('said')}
      query={query}
      count={({ total }) => (total > 0 ? t('said.count', { count: total }) : '')}
      staffOnly={t('said.staff-only')}
    >
      {({ total, messages }) => {
        if (total === 0) return <EmptyState>{t('said.none')}</EmptyState>
        const first = (page - 1) * messagesPerPage + 1
        return (
          <div aria-busy={query.isPlaceholderData} className="aria-busy:opacity-55">
            {phone ? <MessageCards messages={messages} /> : <MessageTable messages={messages} />}
            {(total > messagesPerPage || page > 1) && (
              <Pager
                label={t('said.pages')}
                shown={t('said.shown', { first, last: Math.min(first + messagesPerPage - 1, total), total })}
                {...(page > 1 && { back: { label: t('said.newer'), onPress: () => turnTo(page - 1) } })}
                {...(page * messagesPerPage < total && {
                  on: { label: t('said.older'), onPress: () => turnTo(page + 1) },
                })}
              />
            )}
          </div>
        )
      }}
    </UploadHistorySection>
  )
}
