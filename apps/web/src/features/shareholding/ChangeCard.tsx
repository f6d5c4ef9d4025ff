import type { ShareholdingChange } from '@finlist/contract/shareholding'
import { padded } from '@finlist/domain/chart/padded'
import { useTranslation } from '../../i18n/texts.ts'
import { Link } from '../../parts/link.tsx'
import { formatDay } from '../../parts/market-dates.ts'
import { Change } from '../../parts/market-figures.tsx'
import { nameOf } from '../../parts/stock-name.ts'
import { Section } from '../../ui/section.tsx'
import { formatPoints } from './figures.ts'
import { useAddress } from './use-address.ts'

type Props = {
  title: string
  /** The date compared with; null where none is known. */
  before: string | null
  date: string
  /** `rows` are the rows of `all` that match the search. */
  all: readonly ShareholdingChange[]
  rows: readonly ShareholdingChange[]
}

/** One of the four lists. A row links to the history of its stock and to that of its participant. */
export function ChangeCard({ title, before, date, all, rows }: Props) {
  const t = useTranslation('shareholding')
  const { historyAddress, step } = useAddress()
  const largest = Math.max(...all.map(row => Math.abs(row.shareholdingPercentChange)))
  const compared = before && t('compared', { from: formatDay(before, 'day'), to: formatDay(date, 'day') })
  const none =
    before === null ? 'none.before' : all.length === 0 ? 'none' : rows.length === 0 ? 'none.found' : undefined
  return (
    <Section title={title} beside={compared && <span className="text-12 text-faded">{compared}</span>}>
      {none ? (
        <p className="py-6 text-14 text-faded">{t(none)}</p>
      ) : (
        <table className="w-full table-fixed text-13">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="text-12 text-faded [&>th]:py-1.5 [&>th]:font-normal">
              <th scope="col" className="text-start">
                {t('stock')}
                <span className="md:hidden"> · {t('participant')}</span>
              </th>
              <th scope="col" className="text-start max-md:hidden">
                {t('participant')}
              </th>
              <th scope="col" className="w-28 text-end">
                {t('points')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr
                key={`${row.stockCode} ${row.participantId}`}
                className="h-9 border-t border-line hover:bg-wash max-md:[&>td]:py-1"
              >
                <td className="pr-3">
                  <Link
                    to={historyAddress({ stock: row.stockCode }, row.participantId)}
                    {...step}
                    data-history={`stock ${row.stockCode} ${row.participantId}`}
                    className="flex min-h-9 items-center gap-2 text-ink no-underline hover:underline max-md:min-h-11"
                  >
                    <span className="w-11 shrink-0 font-strong tabular-nums">{padded('HKEX', row.stockCode)}</span>
                    <span className="truncate">{nameOf(row)}</span>
                  </Link>
                  <Holder row={row} className="min-h-11 md:hidden" />
                </td>
                <td className="pr-3 max-md:hidden">
                  <Holder row={row} className="min-h-9" />
                </td>
                <td className="text-end tabular-nums">
                  <Change value={row.shareholdingPercentChange} format={formatPoints} />
                  <Bar part={row.shareholdingPercentChange / largest} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

function Holder({ row, className }: { row: ShareholdingChange; className: string }) {
  const { historyAddress, step } = useAddress()
  return (
    <Link
      to={historyAddress({ participant: row.participantId }, row.stockCode)}
      {...step}
      data-history={`participant ${row.participantId} ${row.stockCode}`}
      className={`flex items-center text-faded no-underline hover:text-ink hover:underline ${className}`}
    >
      <span className="truncate">{row.participantName}</span>
    </Link>
  )
}

function Bar({ part }: { part: number }) {
  const style = { width: `${Math.abs(part) * 100}%`, background: part > 0 ? 'var(--up)' : 'var(--down)' }
  return <span aria-hidden className="mt-0.5 ml-auto block h-0.75 min-w-px rounded-sm" style={style} />
}
