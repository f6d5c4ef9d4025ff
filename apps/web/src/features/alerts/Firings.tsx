import type { Alert, alertFirings } from '@finlist/contract/alerts'
import { padded } from '@finlist/domain/chart/padded'
import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { formatDay } from '../../components/market-dates.ts'
import { formatPrice, formatVolume } from '../../components/market-figures.tsx'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { firingsOf } from './queries.ts'

type Firing = z.output<(typeof alertFirings)['data']>[number]

/** The times when the alert fired, newest first, each with the bar that triggered it. */
export function Firings({ alert }: { alert: Alert }) {
  const t = useTranslation('alerts')
  const firings = useQuery(firingsOf(alert))
  if (firings.isError) return <CallFailed error={firings.error} onRetry={() => void firings.refetch()} />
  if (!firings.data) return <Skeleton className="mt-1 h-16 w-full" />
  if (firings.data.length === 0) return <p className="text-13 text-faded">{t('history.none')}</p>
  return (
    <ul aria-label={t('history')} className="mt-1 border-l-2 border-line pl-3">
      {firings.data.map(firing => (
        <li key={`${firing.seen} ${firing.stockCode}`} className="py-1 text-13">
          <b className="font-strong">{dayOf(firing)}</b>{' '}
          {alert.stockCode === null && firing.stockCode && (
            <span className="text-accent tabular-nums">{padded(alert.exchange, firing.stockCode)} </span>
          )}
          <Seen bar={firing.bar} />
        </li>
      ))}
    </ul>
  )
}

function Seen({ bar }: { bar: Firing['bar'] }) {
  const t = useTranslation('alerts')
  if (!bar) return null
  const { open, high, low, close, volume, unconfirmed } = bar
  return (
    <span className="text-faded tabular-nums">
      {t('history.bar', {
        open: formatPrice(open),
        high: formatPrice(high),
        low: formatPrice(low),
        close: formatPrice(close),
      })}
      {volume !== null && t('history.volume', { volume: formatVolume(volume) })}
      {unconfirmed && t('history.unconfirmed')}
    </span>
  )
}

/** Formats the day as '17 Jul 2026', followed by the time if it is known. */
function dayOf({ seen }: Firing): string {
  const [, day, time] = /(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}))?/.exec(seen) ?? []
  return day ? [formatDay(day, 'short'), time].filter(Boolean).join(' ') : seen
}
