import type { InboxItem } from '@finlist/contract/inbox'
import { Check } from 'lucide-react'
import { useRef } from 'react'
import { inCurrentLanguage } from '../../api/language.ts'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { Link } from '../../components/link.tsx'
import { formatDay } from '../../components/market-dates.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'

/** One item: its event, with a link. Following the link marks the item as read. */
export function Item({ item, onRead }: { item: InboxItem; onRead: () => void }) {
  const t = useTranslation('inbox')
  const line = useRef<HTMLLIElement>(null)
  const text = inCurrentLanguage(item.text)
  const title = inCurrentLanguage(item.title) || text
  const look = `text-14 wrap-anywhere ${item.read ? '' : 'font-strong'}`
  /** The time of the notification, or its date if that differs from the date of the event. */
  const toldAt = ({ at, happenedOn }: InboxItem) => {
    const day = hongKongDate(at)
    return day === formatDay(happenedOn, 'short') ? hongKongDate(at, 'time') : t('told-on', { date: day })
  }
  const pressRead = () => {
    // The button is removed, so the focus moves to the row's link.
    ;(line.current?.querySelector('a') ?? line.current)?.focus()
    onRead()
  }
  return (
    <li ref={line} tabIndex={-1} className="flex items-start gap-3 border-b border-line py-2.5 outline-none">
      <span aria-hidden className={`mt-2 size-2 shrink-0 rounded-full max-md:mt-4.5 ${item.read ? '' : 'bg-accent'}`} />
      <div className="min-w-0 flex-1">
        {!item.read && <span className="sr-only">{t('unread')}: </span>}
        {item.link ? (
          <Link
            to={item.link}
            onClick={() => !item.read && onRead()}
            className={`inline-flex min-h-6 items-center text-ink underline-offset-2 hover:underline max-md:min-h-11 ${look}`}
          >
            {title}
          </Link>
        ) : (
          <p className={`whitespace-pre-line max-md:py-2.5 ${look}`}>{title}</p>
        )}
        {text !== title && <p className="text-13 whitespace-pre-line wrap-anywhere">{text}</p>}
        <p className="mt-0.5 text-12 text-faded">
          {t(kindOf(item))} · <time dateTime={item.at}>{toldAt(item)}</time>
        </p>
      </div>
      {!item.read && (
        <Button
          variant="quiet"
          title={t('mark-read')}
          onClick={pressRead}
          className="shrink-0 px-2! text-13! font-normal! text-accent! max-md:w-11 md:-my-1"
        >
          <Check size={18} aria-hidden className="md:hidden" />
          <span className="max-md:sr-only">{t('mark-read')}</span> <span className="sr-only">{title}</span>
        </Button>
      )}
    </li>
  )
}

function kindOf({ kind }: InboxItem) {
  if (kind === 'system' || kind === 'billing' || kind === 'account') return `kind.${kind}` as const
  return 'kind.alert' as const
}
