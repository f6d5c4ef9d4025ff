import type { SentMessage } from '@finlist/contract/system-messages'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Badge } from '../../ui/badge.tsx'

/** The state of a message, and since or until when. */
export function MessageState({ message }: { message: SentMessage }) {
  const t = useTranslation('admin')
  const { state, expiresAt, withdrawnAt, withdrawnBy } = message
  return (
    <>
      <Badge variant={state === 'showing' ? 'good' : 'plain'}>{t(`said.${state}`)}</Badge>
      <span className="mt-1 block text-12 text-faded [overflow-wrap:anywhere]">
        {withdrawnAt
          ? hongKongDate(withdrawnAt, 'moment')
          : t(state === 'showing' ? 'said.until' : 'said.was-until', {
              when: hongKongDate(lastMomentOf(expiresAt), 'moment'),
            })}
        {withdrawnBy && <span className="block">{withdrawnBy}</span>}
      </span>
    </>
  )
}

/** A day ends at 23:59, not at 0:00 of the next. */
const lastMomentOf = (expiresAt: string) => new Date(Date.parse(expiresAt) - 1).toISOString()
