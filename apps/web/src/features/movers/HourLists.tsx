import type { HourlyMovers } from '@finlist/contract/movers'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { ViewSwitch } from '../../components/small-charts/lazy.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { MoverTable } from './MoverTable.tsx'

/**
 * `failed`: the last refresh failed, so the figures shown are older. `leastVolume`, `leastTurnover`: the minimums by
 * which the lists were filtered.
 */
type Props = { hour: HourlyMovers; failed: boolean; busy?: boolean; leastVolume?: number; leastTurnover?: number }

/** Both lists, with the time of their figures. */
export function HourLists({ hour, failed, busy = false, leastVolume = 0, leastTurnover = 0 }: Props) {
  const t = useTranslation('movers')
  const { updatedAt, comparedWith, hourIncreaseList, hourDecreaseList } = hour
  const none = (way: 'up' | 'down') => {
    if (leastVolume === 0) return t(`${way}.none`)
    const shares = leastVolume.toLocaleString('en')
    if (leastTurnover === 0) return t(`${way}.none-above`, { shares })
    return t(`${way}.none-above-both`, { shares, amount: leastTurnover.toLocaleString('en') })
  }
  if (!updatedAt) return <EmptyState>{t('empty')}</EmptyState>
  return (
    <div aria-busy={busy} className={busy ? 'opacity-60 transition-opacity' : ''}>
      <div className="mb-5 flex items-start justify-between gap-x-4 gap-y-1 max-md:has-[select]:flex-wrap md:items-center">
        <p className="text-13 text-faded">
          <b className="font-strong text-ink">{t('updated', { when: hongKongDate(updatedAt, 'moment') })}</b>
          {comparedWith && ` · ${t('compared', { time: hongKongDate(comparedWith, 'time') })}`}
          {` · ${t('rhythm')}`}
        </p>
        <span className="flex shrink-0 items-center gap-x-4">
          <ViewSwitch list="movers" />
        </span>
      </div>
      {failed && <output className="mb-4 block border-l-2 border-wrong pl-3 text-13">{t('refresh-failed')}</output>}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 xl:grid-cols-2">
        <MoverTable title={t('up')} none={none('up')} movers={hourIncreaseList} />
        <MoverTable title={t('down')} none={none('down')} movers={hourDecreaseList} down />
      </div>
      <p className="mt-6 max-w-[72ch] text-12 text-faded">{t('method')}</p>
    </div>
  )
}
