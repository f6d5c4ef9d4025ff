import { listSystemMessages, messagesPerPage } from '@finlist/contract/system-messages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { asked } from '../../api/query-client.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { useIsPhone } from '../../ui/is-phone.ts'
import { Pager } from '../../ui/pager.tsx'
import { focusRecords, RecordSection } from './RecordSection.tsx'
import { SaidCards } from './SaidCards.tsx'
import { SaidTable } from './SaidTable.tsx'

/** What people were told and are told, newest first, with the way to take it back. */
export function SaidMessages() {
  const t = useTexts('admin')
  const phone = useIsPhone()
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...asked(listSystemMessages, { query: { page } }),
    placeholderData: keepPreviousData,
    // What is shown and what is over changes by itself.
    refetchInterval: 60_000,
  })
  const turnTo = (next: number) => {
    setPage(next)
    focusRecords()
  }
  return (
    <RecordSection
      title={t('said')}
      query={query}
      count={({ total }) => (total > 0 ? t('said.count', { count: total }) : '')}
      staffOnly={t('said.staff-only')}
    >
      {({ total, messages }) => {
        if (total === 0) return <Empty>{t('said.none')}</Empty>
        const first = (page - 1) * messagesPerPage + 1
        return (
          <div aria-busy={query.isPlaceholderData} className="aria-busy:opacity-55">
            {phone ? <SaidCards messages={messages} /> : <SaidTable messages={messages} />}
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
    </RecordSection>
  )
}
