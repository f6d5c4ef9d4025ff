import { useTranslation } from '../../i18n/texts.ts'
import { useUnread } from '../../parts/inbox.ts'

/** Load it lazily, with the texts of 'notices'. How many are unread: a number, or a dot where that has no room. */
export default function UnreadMark({ dot = false, className = '' }: { dot?: boolean; className?: string }) {
  const t = useTranslation('notices')
  const unread = useUnread()
  if (unread === 0) return null
  return (
    <span className={className}>
      <span
        aria-hidden
        className={
          dot
            ? 'block size-2 rounded-full bg-accent'
            : 'block h-4 min-w-4 rounded-full bg-accent px-1 text-center text-[0.6875rem] leading-4 font-strong text-accent-ink tabular-nums'
        }
      >
        {!dot && (unread > most ? `${most}+` : unread)}
      </span>
      <span className="sr-only">{t('unread', { count: unread })}</span>
    </span>
  )
}

const most = 99
