import type { WatchlistStock } from '@finlist/contract/watchlist'
import { type Discipline, disciplineOf, guidance } from '@finlist/domain/watchlist/figures'
import { useTexts } from '../../i18n/texts.ts'
import { formatChange } from '../../parts/market-figures.tsx'
import { Gauge } from './Gauge.tsx'

export const stateClass: Record<Discipline['state'], string> = {
  'past-stop': 'text-wrong font-strong',
  'near-stop': 'text-wrong font-strong',
  'within-chase': 'text-faded',
  'beyond-chase': 'text-faded',
  'at-target': 'text-good font-strong',
  'past-target': 'text-good font-strong',
}

/** How far the price has to go to each limit of the guidance, in percent of the price. */
export const away = (level: number, price: number) => (level / price - 1) * 100

/** Where a position stands by the guidance, in a drawing, in words and in distances; nothing without a price. */
export function DisciplineLine({ stock }: { stock: WatchlistStock }) {
  const t = useTexts('watchlist')
  const found = disciplineOf(stock)
  const price = stock.currentPrice
  if (!found || !price) return null
  const distances = [
    ['stop', away(found.stop[0], price)],
    ['chase', away(found.chaseLimit, price)],
    ['target', away(found.target[0], price)],
    ['average', found.fromAverage50],
  ] as const
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-0.5 text-12 text-faded">
      <Gauge change={(price / stock.buyPrice - 1) * 100} className="h-3.5 w-32 shrink-0" />
      <span className={stateClass[found.state]}>{t(`state.${found.state}`, limits)}</span>
      <span className="flex flex-wrap gap-x-3">
        {distances.map(([name, percent]) => (
          <span key={name} className="whitespace-nowrap">
            {t(`to.${name}`)} <span className="text-ink">{percent === null ? '--' : `${formatChange(percent)}%`}</span>
          </span>
        ))}
      </span>
    </div>
  )
}

const [stop, lastStop] = guidance.stop
const [target, lastTarget] = guidance.target
/** The guidance's limits, for texts. */
export const limits = { stop, lastStop, target, lastTarget, chase: guidance.chase }
