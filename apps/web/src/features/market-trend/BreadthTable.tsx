import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/texts.ts'
import { Section } from '../../ui/section.tsx'
import { formatCount, formatPercent, type SeriesName, series } from './series.ts'

type Row = { name: SeriesName; count: number | null; percent: number | null; total?: number | null }
/** `withTotal`: shows the share of all stocks as well, next to the share of the stocks that have the average. */
type Props = { title: string; beside: ReactNode; rows: readonly Row[]; withTotal?: boolean }

/** Counts of stocks and their shares, each with a bar of proportional length. */
export function BreadthTable({ title, beside, rows, withTotal }: Props) {
  const t = useTranslation('market-trend')
  return (
    <Section title={title} beside={<span className="text-12 text-faded">{beside}</span>}>
      <table className="w-full table-fixed text-13 tabular-nums max-md:text-[min(0.8125rem,5.4vw)]">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="text-12 text-faded max-md:text-[min(0.75rem,5vw)] [&>th]:py-1.5 [&>th]:align-bottom [&>th]:font-normal">
            <th scope="col" className="w-[34%] text-start">
              <span className="sr-only">{t('what')}</span>
            </th>
            <th scope="col" aria-hidden className="max-md:hidden" />
            <th scope="col" className="w-16 text-end max-md:w-[min(4rem,19vw)]">
              {t('stocks')}
            </th>
            <th scope="col" className="w-16 text-end max-md:w-[min(4rem,19vw)]">
              %
            </th>
            {withTotal && (
              <th scope="col" className="w-22 pl-4 text-end max-md:w-[min(5.5rem,22vw)] max-md:pl-1">
                {t('total-percent')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, count, percent, total }) => (
            <tr key={name} className="h-9 border-t border-line">
              <th scope="row" className="relative pr-3 text-start font-normal">
                <span aria-hidden className="mr-1.5 inline-block w-3 text-12" style={{ color: series[name].colour }}>
                  {series[name].sign}
                </span>
                {t(`series.${name}`)}
                <Bar name={name} percent={percent} className="absolute bottom-0.5 left-0 h-0.75 md:hidden" />
              </th>
              <td aria-hidden className="max-md:hidden">
                <Bar name={name} percent={percent} className="h-3" />
              </td>
              <td className="text-end font-strong">{formatCount(count)}</td>
              <td className="text-end">{formatPercent(percent)}</td>
              {withTotal && <td className="text-end">{formatPercent(total ?? null)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

function Bar({ name, percent, className }: { name: SeriesName; percent: number | null; className: string }) {
  const style = { width: `${percent ?? 0}%`, background: series[name].colour }
  return <span aria-hidden className={`block min-w-px rounded-sm ${className}`} style={style} />
}
