import { useUnread } from '../../components/inbox.ts'
import { useTranslation } from '../../i18n/texts.ts'

type Props = { at: keyof typeof places }

const places = {
  bell: 'absolute top-0.5 left-[1.15rem] rounded-full ring-2 ring-paper',
  tab: 'absolute top-2 left-[calc(50%+0.625rem)] rounded-full ring-2 ring-paper',
  row: 'mr-auto',
}
const most = 99

/** Lazy-loaded, with the texts of 'notices'. The number of unread items, or a dot if there is no room for a number. */
export function UnreadMark({ at }: Props) {
  const t = useTranslation('notices')
  const unread = useUnread()
  if (unread === 0) return null
  return (
    <span className={places[at]}>
      <span
        aria-hidden
        className={
          at === 'tab'
            ? 'block size-2 rounded-full bg-accent'
            : 'block h-4 min-w-4 rounded-full bg-accent px-1 text-center text-[0.6875rem] leading-4 font-strong text-accent-ink tabular-nums'
        }
      >
        {at !== 'tab' && (unread > most ? `${most}+` : unread)}
      </span>
      <span className="sr-only">{t('unread', { count: unread })}</span>
    </span>
  )
}
