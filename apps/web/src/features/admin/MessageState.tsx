import type { SentMessage } from '@finlist/contract/system-messages'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Badge } from '../../ui/badge.tsx'

/** A message's state, and the time since or until which it applies. */
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

/** Moves a day's end from 0:00 of the next day to 23:59. */
const lastMomentOf = (expiresAt: string) => new Date(Date.parse(expiresAt) - 1).toISOString()
