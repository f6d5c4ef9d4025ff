import { useQuery } from '@tanstack/react-query'
import { inCurrentLanguage } from '../../api/language.ts'
import { inboxQuery, markRead } from '../../components/inbox.ts'
import { formatDay } from '../../components/market-dates.ts'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Nothing, Part, Row } from './Part.tsx'
import { WaitingRows } from './WaitingToday.tsx'

const shownItems = 6

/** Unread notifications. Those without a link must be read in the inbox. */
export function UnreadItems() {
  const t = useTranslation('today')
  const { data, error, refetch } = useQuery(inboxQuery())
  const items = data?.items.filter(({ read }) => !read) ?? []
  return (
    <Part
      title={t('unread')}
      to="/inbox"
      all={items.length > shownItems ? t('unread.all', { count: items.length }) : t('screen.inbox')}
    >
      {error ? (
        <CallFailed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <WaitingRows rows={3} />
      ) : items.length > 0 ? (
        <ul>
          {items.slice(0, shownItems).map(item => (
            <Row
              key={item.id}
              to={item.link || '/inbox'}
              // Following an item's link marks it as read, as in the inbox.
              onFollow={() => void (item.link && markRead([item.id]).catch(console.error))}
            >
              <span aria-hidden className="size-2 shrink-0 rounded-full bg-accent" />
              <span className="line-clamp-2 min-w-0 flex-1">
                {inCurrentLanguage(item.title) || inCurrentLanguage(item.text)}
              </span>
              <time dateTime={item.happenedOn} className="shrink-0 text-12 text-faded">
                {formatDay(item.happenedOn, 'short')}
              </time>
            </Row>
          ))}
        </ul>
      ) : (
        <Nothing>{t('unread.none')}</Nothing>
      )}
    </Part>
  )
}
