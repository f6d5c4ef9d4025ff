import type { Alert } from '@finlist/contract/alerts'
import { padded } from '@finlist/domain/chart/padded'
import { useId, useState } from 'react'
import { alertInWords, conditionOf } from '../../components/alerts/alert-words.ts'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { Link } from '../../components/link.tsx'
import { formatDay } from '../../components/market-dates.ts'
import { nameOf } from '../../components/stock-name.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { Firings } from './Firings.tsx'

type Props = {
  alert: Alert
  onPause: (paused: boolean) => void
  onChange: () => void
  onDelete: () => void
}

/** One alert: its condition, its state, when it last fired, and its menu. */
export function AlertRow({ alert, onPause, onChange, onDelete }: Props) {
  const t = useTranslation('alerts')
  const id = useId()
  const [open, setOpen] = useState(false)
  const { exchange, stockCode, paused, asleep, createdAt, firedAt, once, doneAt, expiresOn, ended, note } = alert
  const isDone = doneAt !== null
  const what = alertInWords(alert, t)
  const act =
    isDone || ended
      ? { label: t('again'), onChoose: ended ? onChange : () => onPause(false) }
      : { label: t(paused ? 'resume' : 'pause'), onChoose: () => onPause(!paused) }
  return (
    <li className="flex items-start gap-2 border-b border-line py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 text-14">
          {stockCode !== null && (
            <Link
              to={`/interactive-chart?symbol=${encodeURIComponent(`${exchange}:${stockCode}`)}`}
              className="inline-flex min-h-6 max-w-full items-center gap-1.5 text-ink no-underline hover:underline max-md:min-h-11"
            >
              <b className="font-strong text-accent tabular-nums">{padded(exchange, stockCode)}</b>
              <span className="truncate">{nameOf(alert)}</span>
            </Link>
          )}
          <span className={`tabular-nums ${paused || asleep || isDone || ended ? 'text-faded' : ''}`}>
            {conditionOf(alert, t)}
          </span>
          {isDone ? (
            <Badge>{t('done')}</Badge>
          ) : ended ? (
            <Badge>{t('ended')}</Badge>
          ) : (
            paused && <Badge>{t('paused')}</Badge>
          )}
          {asleep && <Badge>{t('asleep')}</Badge>}
        </p>
        {note && <p className="max-w-[64ch] text-13 wrap-anywhere">{note}</p>}
        {asleep && <p className="max-w-[64ch] text-13 text-faded">{t('asleep.why')}</p>}
        <p className="flex flex-wrap items-center gap-x-1 text-12 text-faded">
          {t('set-on', { date: hongKongDate(createdAt) })} ·{' '}
          {firedAt ? (
            <button
              type="button"
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
              className="-mx-1 inline-flex min-h-6 items-center rounded-sm px-1 text-accent underline underline-offset-2 max-md:min-h-11"
            >
              {t('fired-on', { date: hongKongDate(firedAt) })}
            </button>
          ) : (
            t('never-fired')
          )}
          {once && ` · ${t('row.once')}`}
          {expiresOn && ` · ${t('row.until', { date: formatDay(expiresOn, 'short') })}`}
        </p>
        <div id={id}>{open && <Firings alert={alert} />}</div>
      </div>
      <Button variant="quiet" onClick={act.onChoose} className="shrink-0 px-2.5! text-13! font-normal! max-md:hidden!">
        {act.label} <span className="sr-only">{what}</span>
      </Button>
      <RowMenu
        label={`${t('actions')}: ${what}`}
        items={[
          act,
          { label: t('change'), onChoose: onChange },
          { label: t('delete'), onChoose: onDelete, ruled: true },
        ]}
      />
    </li>
  )
}
