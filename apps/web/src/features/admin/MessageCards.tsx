import type { SentMessage } from '@finlist/contract/system-messages'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { useStaffWords } from '../../components/staff-words.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { MessageState } from './MessageState.tsx'
import { MessageText } from './MessageText.tsx'
import { Withdraw } from './Withdraw.tsx'

/** The sent messages, on a phone. */
export function MessageCards({ messages }: { messages: readonly SentMessage[] }) {
  const t = useTranslation('admin')
  const words = useStaffWords()
  return (
    <ul aria-labelledby="records-title" className="border-t border-ink">
      {messages.map(message => (
        <li key={message.systemMessageId} className="border-b border-line py-3 text-13">
          <p className="mb-1.5 font-strong">{words.target(message.target)}</p>
          <MessageText message={message} />
          <div className="mt-2 flex items-start justify-between gap-4">
            <div className="min-w-0">
              <MessageState message={message} />
            </div>
            <Withdraw message={message} />
          </div>
          <p className="mt-1.5 text-12 text-faded [overflow-wrap:anywhere]">
            {t('said.published', { when: hongKongDate(message.createdAt, 'moment'), zone: t('when.zone') })}
            {message.by && <span className="block">{message.by}</span>}
          </p>
        </li>
      ))}
    </ul>
  )
}
