import type { SystemMessage } from '@finlist/contract/messages'
import { type MouseEvent, useRef } from 'react'
import { inCurrentLanguage } from '../../api/language.ts'
import { Link } from '../../components/link.tsx'
import { dismiss } from '../../components/notices/system-messages.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { useIsPhone } from '../../ui/is-phone.ts'

const most = 3

/**
 * Lazy-loaded, with the texts of 'notices'. Each message stays until it is dismissed. A phone shows only the newest
 * message, in a single line, with a link to the others.
 */
export default function Toasts({ messages }: { messages: readonly SystemMessage[] }) {
  const t = useTranslation('notices')
  const phone = useIsPhone()
  const list = useRef<HTMLUListElement>(null)
  const more = messages.length - most

  const putAway = (message: SystemMessage, { currentTarget }: MouseEvent) => {
    const others = [...(list.current?.querySelectorAll('button') ?? [])].filter(button => button !== currentTarget)
    // The button is removed with its message, so the focus moves to the next message. On a phone the line itself
    // remains.
    if (!phone || messages.length === 1)
      (others[0] ?? document.getElementById('content'))?.focus({ preventScroll: true })
    dismiss([message])
  }
  return (
    <section aria-label={t('messages')} className="pointer-events-auto">
      <ul ref={list} className="grid grid-cols-1 gap-2">
        {messages.slice(0, phone ? 1 : most).map(message => (
          <li
            key={phone ? 'newest' : message.systemMessageId}
            className="flex items-start gap-2 rounded-md border border-line bg-raised py-1.5 pr-1.5 pl-4 shadow-float max-md:items-center max-md:gap-0 max-md:py-0 max-md:pr-0 max-md:pl-3"
          >
            <p className="min-w-0 flex-1 py-2.5 text-14 whitespace-pre-line wrap-anywhere max-md:truncate max-md:whitespace-nowrap md:py-1.5">
              {inCurrentLanguage(message.message)}
            </p>
            {phone && (
              <Link
                to="/inbox"
                className="inline-flex min-h-11 shrink-0 items-center px-2 text-14 text-accent underline underline-offset-2"
              >
                {messages.length === 1 ? t('read') : t('all', { count: messages.length })}{' '}
                <span className="sr-only">{t('in-inbox')}</span>
              </Link>
            )}
            <Button variant="quiet" className="shrink-0 px-3! text-accent!" onClick={event => putAway(message, event)}>
              {t('got-it')}
            </Button>
          </li>
        ))}
      </ul>
      {!phone && more > 0 && (
        <Link
          to="/inbox"
          className="mt-2 ml-auto block w-fit rounded-md border border-line bg-raised px-2.5 py-0.5 text-12 text-accent no-underline shadow-float hover:underline"
        >
          {t('more', { count: more })}
        </Link>
      )}
    </section>
  )
}
