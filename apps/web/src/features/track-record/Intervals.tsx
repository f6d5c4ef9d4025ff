import type { RecordWidening, TrackFigures } from '@finlist/contract/track-record'
import { useTranslation } from '../../i18n/texts.ts'
import { points } from './points.ts'
import { Widening } from './Widening.tsx'

type Props = { figures: TrackFigures; widening: RecordWidening | null; caption: string }
type Interval = NonNullable<TrackFigures['all']>

/** The difference between picks and their twins, overall, by year and by base, each with its interval. */
export function Intervals({ figures: { track, all, cells, dots }, widening, caption }: Props) {
  const t = useTranslation('track-record')
  const nameOf = (cell: TrackFigures['cells'][number]) =>
    cell.by === 'base' ? t(`base.${cell.name as 'CWH'}`) : cell.name
  const rows = [
    { key: 'all', name: t('intervals.all'), filled: dots.length, interval: all },
    ...cells.map(cell => ({ ...cell, key: `${cell.by} ${cell.name}`, name: nameOf(cell) })),
  ]
  const shown = rows.flatMap(({ interval }) => interval ?? [])
  const most = Math.max(0.02, ...shown.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)]))
  return (
    <>
      <p className="mt-2 mb-2 max-w-[72ch] text-13 text-faded">
        {t(track === 'reconstructed' ? 'intervals.what.past' : 'intervals.what')}
      </p>
      <Widening widening={widening} />
      <table className="w-full max-w-240 table-fixed text-13 tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-ink text-12">
            <th scope="col" className="w-[32%] py-1.5 text-start font-strong md:w-44">
              {t('intervals.of')}
            </th>
            <th scope="col" className="w-14 py-1.5 text-end font-strong">
              {t('intervals.picks')}
            </th>
            <th scope="col" className="py-1.5 pl-4 text-start font-strong">
              {t('intervals.points')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, filled, interval }) => (
            <tr key={key} className="border-b border-line">
              <th scope="row" className="py-2 pr-2 text-start align-top font-normal">
                {name}
              </th>
              <td className="py-2 text-end align-top">{filled}</td>
              <td className="py-2 pl-4">
                {interval ? (
                  <>
                    <span className="font-strong">{points(interval.mean)}</span>{' '}
                    <span className="text-faded">
                      {t('intervals.range', { low: points(interval.low), high: points(interval.high) })}
                    </span>
                    <Bar interval={interval} most={most} />
                  </>
                ) : (
                  <span className="text-faded">{t('intervals.few')}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** An interval as a bar, with marks at its mean and at zero. */
function Bar({ interval: { low, mean, high }, most }: { interval: Interval; most: number }) {
  const x = (value: number) => 50 + (48 * value) / most
  return (
    <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden className="mt-1 block h-3 w-full max-w-120">
      <path d="M50 0V6" stroke="var(--ink)" strokeWidth="1" vectorEffect="non-scaling-stroke" />
      <path d={`M${x(low)} 3H${x(high)}`} stroke="var(--accent)" strokeWidth="3" vectorEffect="non-scaling-stroke" />
      <path d={`M${x(mean)} 0V6`} stroke="var(--accent)" strokeWidth="3" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
