import type { WatchlistStock } from '@finlist/contract/watchlist'
import { type Discipline, disciplineOf, limits } from '@finlist/domain/watchlist/figures'
import { formatChange } from '../../components/market-figures.tsx'
import { Term } from '../../components/term.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { none } from './figures.tsx'
import { Gauge } from './Gauge.tsx'

const stateClass: Record<Discipline['state'], string> = {
  'past-stop': 'text-wrong font-strong',
  'near-stop': 'text-wrong font-strong',
  'within-chase': 'text-faded',
  'beyond-chase': 'text-faded',
  'at-target': 'text-good font-strong',
  'past-target': 'text-good font-strong',
}

/** The position's state according to the guidance, as a gauge and in words. */
export function Standing({ stock, found }: { stock: WatchlistStock; found: Discipline }) {
  const t = useTranslation('watchlist')
  return (
    <span className="flex flex-wrap items-center gap-x-4 text-12">
      <Gauge change={((stock.currentPrice ?? 0) / stock.buyPrice - 1) * 100} className="h-3.5 w-32 shrink-0" />
      <span className={stateClass[found.state]}>{t(`state.${found.state}`)}</span>
    </span>
  )
}

/** The position's state according to the guidance, in a table cell. */
export function ShortStanding({ stock }: { stock: WatchlistStock }) {
  const t = useTranslation('watchlist')
  const found = disciplineOf(stock)
  if (!found) return none
  return <span className={`text-12 ${stateClass[found.state]}`}>{t(`short.${found.state}`)}</span>
}

/** Explains the levels of the guidance, once for the whole list. */
export function Terms() {
  const t = useTranslation('watchlist')
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1 pt-2 text-12 text-faded max-md:[&_button]:min-h-6">
      {(['stop', 'chase', 'target', 'average'] as const).map(level => (
        <Term key={level} of={level}>
          {t(`discipline.${level}`, limits)}
        </Term>
      ))}
      <p>{t('terms')}</p>
    </div>
  )
}

/** The distance from the price to each level, in percent of the price; null if the level or the price is unknown. */
export function awayOf({ currentPrice, average50 }: WatchlistStock, { stop, chaseLimit, target }: Discipline) {
  const away = (level: number | null) =>
    level === null || currentPrice === null ? null : (level / currentPrice - 1) * 100
  return [
    { name: 'stop', percent: away(stop[0]) },
    { name: 'chase', percent: away(chaseLimit) },
    { name: 'target', percent: away(target[0]) },
    { name: 'average', percent: away(average50) },
  ] as const
}

export type Level = ReturnType<typeof awayOf>[number]['name']

export const distance = (percent: number | null) => (percent === null ? none : `${formatChange(percent)}%`)
