import type { MarketTrendData } from '@finlist/contract/market-trend'
import { formatDay } from '../../components/market-dates.ts'
import { formatLevel } from '../../components/market-figures.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import type { Band } from './bands.ts'
import { formatCount, type SeriesName } from './series.ts'

type Props = {
  caption: string
  history: MarketTrendData['history']
  index: { symbol: string; values: readonly (number | null)[] }
  bands: readonly Band[]
}

const shown = [
  'up',
  'down',
  'onTenWeekMa',
  'underTenWeekMa',
  'onFortyWeekMa',
  'underFortyWeekMa',
  'fiftyTwoWeekHigh',
  'fiftyTwoWeekLow',
] as const satisfies SeriesName[]

/** All days of the history, newest first. */
export function HistoryTable({ caption, history, index, bands }: Props) {
  const t = useTranslation('market-trend')
  const columns: Column<string>[] = [
    { key: 'date', label: t('date'), width: 7.5 },
    { key: 'state', label: t('state'), width: 9 },
    { key: 'index', label: index.symbol, end: true },
    ...shown.map(name => ({ key: name, label: t(`series.${name}`), end: true })),
  ]
  const newestFirst = history.dates.map((date, at) => ({ date, at })).toReversed()
  return (
    <DataTable caption={caption} columns={columns}>
      <tbody>
        {newestFirst.map(({ date, at }) => {
          const band = bands.find(({ from, to }) => from <= at && at <= to)
          const level = index.values[at]
          return (
            <tr key={date}>
              <th scope="row" className="whitespace-nowrap">
                {formatDay(date, 'short')}
              </th>
              <td>{band ? t(`state.${band.trend}`) : '–'}</td>
              <td className="text-end tabular-nums">{level == null ? '–' : formatLevel(level)}</td>
              {shown.map(name => (
                <td key={name} className="text-end tabular-nums">
                  {formatCount(history[`${name}List`][at] ?? null)}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </DataTable>
  )
}
