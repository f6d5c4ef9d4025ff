import type { DayBar, Resolution } from '@finlist/domain/chart/spans'
import { useTranslation } from '../../i18n/texts.ts'
import { formatDay } from '../market-dates.ts'
import { formatPrice } from '../market-figures.tsx'
import { formatTraded, formatValue } from './format-value.ts'
import type { Plot } from './picture.ts'

type Props = {
  bars: readonly DayBar[]
  /** Studies with a value for each bar. */
  plots: readonly Plot[]
  /** The period of a bar, for the caption. */
  resolution: Resolution
}

/** Maximum number of bars in a visible table. */
const mostSeen = 250

const looks =
  'w-full min-w-160 text-13 [&_th]:px-2 [&_th]:py-1 [&_td]:px-2 [&_td]:py-1 [&_td]:figures [&_tbody_tr]:border-t [&_tbody_tr]:border-line [&_thead_th]:sticky [&_thead_th]:top-0 [&_thead_th]:bg-paper [&_thead_th]:figures [&_tbody_th]:text-start [&_tbody_th]:font-normal [&_tbody_th]:whitespace-nowrap [&_thead_th:first-child]:text-start [&_caption]:sr-only'

/** The newest bars of a chart as a visible table, with the values of its studies. */
export default function SeenTable({ bars, plots, resolution }: Props) {
  const t = useTranslation('chart')
  return (
    <section
      aria-label={t('table')}
      // Focusable, so that it can also be scrolled by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="edges mt-4 max-h-120 scroll-pt-(--table-head) overflow-auto border-t border-line"
    >
      <BarsTable
        bars={bars.slice(-mostSeen)}
        plots={plots.map(plot => ({ ...plot, values: plot.values.slice(-mostSeen) }))}
        resolution={resolution}
        className={looks}
      />
    </section>
  )
}

const captions = { '1D': 'chart.table', '1W': 'chart.table.weekly', '1M': 'chart.table.monthly' } as const

/** A chart's bars as a table, newest first. */
export function BarsTable({ bars, plots, resolution, className }: Props & { className?: string }) {
  const t = useTranslation('stock')
  const heads = ['chart.date', 'chart.open', 'chart.high', 'chart.low', 'chart.close', 'chart.volume'] as const
  // Volume already has its own column.
  const shown = plots.filter(({ unit, kind }) => unit !== 'volume' || kind === 'line')
  return (
    <table className={className}>
      <caption>{t(captions[resolution], { count: bars.length })}</caption>
      <thead>
        <tr>
          {heads.map(head => (
            <th key={head} scope="col">
              {t(head)}
            </th>
          ))}
          {shown.map(({ key, name }) => (
            <th key={key} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars
          .map(({ date, open, high, low, close, volume }, place) => (
            <tr key={date}>
              <th scope="row">{formatDay(date, 'short')}</th>
              {[open, high, low, close].map((price, at) => (
                <td key={heads[at + 1]}>{formatPrice(price)}</td>
              ))}
              <td>{formatTraded(volume)}</td>
              {shown.map(({ key, unit, values }) => (
                <td key={key}>{formatValue(unit, values[place])}</td>
              ))}
            </tr>
          ))
          .toReversed()}
      </tbody>
    </table>
  )
}
