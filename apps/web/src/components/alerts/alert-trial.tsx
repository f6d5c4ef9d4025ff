import { type AlertTrial as Trial, tryAlert } from '@finlist/contract/alerts'
import type { TriedKind } from '@finlist/domain/alerts/kinds'
import { addDays } from '@finlist/domain/calendar'
import { currencyOf, type ExchangeId } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callQuery } from '../../api/query-client.ts'
import { type Translate, useTranslation } from '../../i18n/texts.ts'
import { Collapsible } from '../../ui/collapsible.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { formatDay } from '../market-dates.ts'
import { formatChange, formatNumber, formatPrice } from '../market-figures.tsx'

type Asked = { kind: TriedKind; exchange: ExchangeId; stockCode: string | undefined; value: number | undefined }

/** Typing counts as finished after this time without a change, in ms. */
const settledMs = 350

/**
 * Where the stock is now, how far that is from the alert's value, and how often the alert would have fired in the last
 * year. Keeps its height while its content changes. `value`: undefined if none, or no valid one, is given.
 */
export function AlertTrial({ kind, exchange, stockCode, value }: Asked) {
  const t = useTranslation('alerts')
  const settled = useSettled(value)
  const isTyping = settled !== value
  const { data, isError } = useQuery({
    ...callQuery(tryAlert, { body: { kind, exchange, stockCode, value } }),
    enabled: stockCode !== undefined && !isTyping,
    staleTime: 60_000,
  })
  return (
    <section aria-label={t('try')} className="min-h-36 rounded-md bg-panel px-3 py-2 text-13 md:min-h-28">
      {stockCode === undefined ? (
        <p className="text-faded">{t('try.idle')}</p>
      ) : isError ? (
        <p className="text-faded">{t('try.failed')}</p>
      ) : !data || isTyping ? (
        <div className="grid gap-2 py-1">
          <Skeleton className="h-4 w-56" />
          <Skeleton className="h-4 w-72" />
          <Skeleton className="h-4 w-64" />
        </div>
      ) : data.current === null || data.to === null ? (
        <p className="text-faded">{t('try.none')}</p>
      ) : (
        <>
          <p className="tabular-nums">
            {t(`try.now.${figureOf(kind)}`, {
              currency: currencyOf[exchange],
              figure: formatFigure(kind, data.current),
              date: formatDay(data.to, 'short'),
            })}
          </p>
          <p className="text-faded tabular-nums">{value === undefined ? t('try.value') : distanceOf(kind, data, t)}</p>
          {value !== undefined && <Fired kind={kind} trial={data} />}
        </>
      )}
    </section>
  )
}

function Fired({ kind, trial }: { kind: TriedKind; trial: Trial }) {
  const t = useTranslation('alerts')
  const { count, fired, from, to } = trial
  // A stock that was listed within the year has fewer bars.
  const since = from && to && from > addDays(to, -350) ? { date: formatDay(from, 'short') } : undefined
  if (count === 0) return <p className="mt-1 font-strong">{since ? t('try.never.since', since) : t('try.never')}</p>
  return (
    <Collapsible label={since ? t('try.count.since', { count, ...since }) : t('try.count', { count })}>
      <ul aria-label={t('try.days')} className="tabular-nums">
        {fired.map(({ date, figure, unconfirmed }) => (
          <li key={date} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-1">
            <span>{formatDay(date, 'short')}</span>
            <span>
              {t(`try.figure.${figureOf(kind)}`, { figure: formatFigure(kind, figure) })}
              {unconfirmed && <span className="text-faded">{t('history.unconfirmed')}</span>}
            </span>
          </li>
        ))}
        {count > fired.length && <li className="py-1 text-faded">{t('try.more', { count: count - fired.length })}</li>}
      </ul>
      <p className="mt-1 text-12 text-faded">{t('try.bars')}</p>
    </Collapsible>
  )
}

const figureOf = (kind: TriedKind) => (kind === 'move' || kind === 'volume' ? kind : 'price')

const formatFigure = (kind: TriedKind, figure: number) =>
  kind === 'move' ? formatChange(figure) : kind === 'volume' ? formatNumber(figure) : formatPrice(figure)

function distanceOf(kind: TriedKind, { isTrue, distance }: Trial, t: Translate<'alerts'>): string {
  if (isTrue) return t(`try.true.${kind}`)
  const far = { distance: formatNumber(Math.abs(distance ?? 0)) }
  if (kind === 'move' || kind === 'volume') return t(`try.far.${kind}`, far)
  return t(kind === 'price-above' ? 'try.far.rise' : 'try.far.fall', far)
}

/** The value as it was when it last stayed the same for `settledMs`. */
function useSettled(value: number | undefined): number | undefined {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settledMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
