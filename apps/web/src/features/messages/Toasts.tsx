import type { SystemMessage } from '@finlist/contract/messages'
import { type MouseEvent, useRef } from 'react'
import { inCurrentLanguage } from '../../api/language.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { dismiss } from './use-system-messages.ts'

const most = 3

/** Load it lazily. Each message stays until it is dismissed. */
export default function Toasts({ messages }: { messages: readonly SystemMessage[] }) {
  const t = useTranslation('notices')
  const list = useRef<HTMLUListElement>(null)
  const more = messages.length - most

  const putAway = (message: SystemMessage, { currentTarget }: MouseEvent) => {
    const others = [...(list.current?.querySelectorAll('button') ?? [])].filter(button => button !== currentTarget)
    // The button disappears with its message; the focus moves to the next one.
    ;(others[0] ?? document.getElementById('content'))?.focus({ preventScroll: true })
    dismiss(message)
  }
  return (
    <section aria-label={t('messages')} className="pointer-events-auto">
      <ul ref={list} className="grid gap-2">
        {messages.slice(0, most).map(message => (
          <li
            key={message.systemMessageId}
            className="flex items-start gap-2 rounded-md border border-line bg-raised py-1.5 pr-1.5 pl-4 shadow-float"
          >
            <p className="min-w-0 flex-1 py-2.5 text-14 whitespace-pre-line wrap-anywhere md:py-1.5">
              {inCurrentLanguage(message.message)}
            </p>
            <Button variant="quiet" className="shrink-0 px-3! text-accent!" onClick={event => putAway(message, event)}>
              {t('got-it')}
            </Button>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-2 ml-auto w-fit rounded-md border border-line bg-raised px-2.5 py-0.5 text-12 text-faded shadow-float">
          {t('more', { count: more })}
        </p>
      )}
    </section>
  )
}
