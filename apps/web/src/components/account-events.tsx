import type { AccountEvent } from '@finlist/contract/account/account-activity'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/texts.ts'
import { Badge } from '../ui/badge.tsx'
import { hongKongDate } from './hong-kong-date.ts'

type Props = { events: readonly AccountEvent[]; action?: (event: AccountEvent) => ReactNode }

/** An account's events, newest first, each with its time and place. */
export function AccountEvents({ events, action }: Props) {
  const t = useTranslation('account')
  if (events.length === 0) return <p className="mt-4 text-14 text-faded">{t('activity.none')}</p>
  return (
    <ul aria-label={t('tab.activity')} className="mt-2">
      {events.map(event => (
        <li key={event.eventId} className="flex items-center justify-between gap-4 border-b border-line py-2">
          <span className="grid min-w-0 gap-0.5">
            <span className="space-x-1 text-14 wrap-anywhere">
              {t(`event.${event.kind}`)} {event.isThis && <Badge variant="good">{t('session.this')}</Badge>}{' '}
              {event.isNew && <Badge>{t('activity.new-browser')}</Badge>}
            </span>
            <span className="figures flex flex-wrap gap-x-3 text-13 text-faded wrap-anywhere">
              <span>{hongKongDate(event.at, 'moment')}</span>
              <Where event={event} />
            </span>
          </span>
          {action?.(event)}
        </li>
      ))}
    </ul>
  )
}

function Where({ event: { kind, browser, system, place, detail } }: { event: AccountEvent }) {
  const t = useTranslation('account')
  if (kind !== 'signed-in') return detail && <span>{detail}</span>
  return (
    <>
      <span>
        {browser && system ? t('session.on', { browser, system }) : browser || system || t('session.unknown')}
      </span>
      {place && <span>{place}</span>}
    </>
  )
}
