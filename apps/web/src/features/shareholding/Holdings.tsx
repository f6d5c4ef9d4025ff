import type { StockShareholdings } from '@finlist/contract/shareholding'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { currentLanguage } from '../../api/language.ts'
import { Link } from '../../components/link.tsx'
import { formatDay } from '../../components/market-dates.ts'
import { Change } from '../../components/market-figures.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { inOrder, type Sort, sortedBy } from '../../ui/sort.ts'
import { formatPart, formatPoints, formatShares } from './figures.ts'
import { HoldingHistory } from './HoldingHistory.tsx'
import type { Line } from './holding-line.ts'
import { useAddress } from './use-address.ts'

type Props = {
  history: Pick<StockShareholdings, 'shareholdingDate' | 'dayBefore' | 'weekBefore' | 'dates'>
  count: string
  head: string
  lines: readonly Line[]
  drawn: string | null
}

const columns = ['name', 'shareholdingPercent', 'dayChange', 'weekChange'] as const
type Column = (typeof columns)[number]

/** A list of holdings, below a chart of one of them. Pressing a name shows that one in the chart. */
export function Holdings({ history, count, head, lines, drawn }: Props) {
  const t = useTranslation('shareholding')
  const { draw, historyAddress, step } = useAddress()
  const [sort, setSort] = useState<Sort<Column>>({ by: 'shareholdingPercent', down: true })
  const line = lines.find(({ id }) => id === drawn) ?? lines[0]
  if (!line) return null
  const heads: Record<Column, string> = {
    name: head,
    shareholdingPercent: t('part'),
    dayChange: t('day'),
    weekChange: t('week'),
  }
  const sorted = inOrder(lines, row => row[sort.by], sort.down, currentLanguage())
  return (
    <>
      <p className="pt-3 text-12 text-faded">
        {t('as-at', { date: formatDay(history.shareholdingDate) })} · {count}
      </p>
      <HoldingHistory key={line.id} line={line} dates={history.dates} />
      <Link
        to={historyAddress(line.leadsTo, line.back)}
        {...step}
        className="inline-flex min-h-11 items-center gap-1 text-13 text-accent md:min-h-8"
      >
        {line.onward} <ChevronRight size={15} aria-hidden />
      </Link>
      <table className="mt-2 w-full table-fixed text-13 tabular-nums">
        <caption className="sr-only">{t('holdings')}</caption>
        <thead className="text-12">
          <tr className="align-bottom">
            {columns.map(column => (
              <th
                key={column}
                scope="col"
                aria-sort={sort.by === column ? (sort.down ? 'descending' : 'ascending') : undefined}
                className={`border-b border-ink p-0 ${column === 'name' ? '' : 'w-19'}`}
              >
                <button
                  type="button"
                  onClick={() => setSort(sortedBy(sort, column))}
                  className={`min-h-11 w-full pb-1.5 align-bottom font-strong -outline-offset-2 md:min-h-9 ${column === 'name' ? 'text-start' : 'text-end'} ${sort.by === column ? 'text-accent' : ''}`}
                >
                  {heads[column]}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map(row => (
            <tr key={row.id} className={`border-b border-line ${row === line ? 'bg-accent-wash' : ''}`}>
              <th scope="row" className="font-normal">
                <button
                  type="button"
                  aria-pressed={row === line}
                  onClick={() => draw(row.id)}
                  title={`${row.name} · ${t('shares', { count: row.shareholding, shares: formatShares(row.shareholding) })}`}
                  className="flex min-h-11 w-full items-center pl-1 text-start -outline-offset-2 hover:underline md:min-h-9"
                >
                  {row.name}
                </button>
              </th>
              <td className="text-end">{formatPart(row.shareholdingPercent)}</td>
              <td className="text-end">
                <Change value={row.dayChange} format={formatPoints} />
              </td>
              <td className="pr-1 text-end">
                <Change value={row.weekChange} format={formatPoints} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
