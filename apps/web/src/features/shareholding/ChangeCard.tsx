import type { ShareholdingChange } from '@finlist/contract/shareholding'
import { padded } from '@finlist/domain/chart/padded'
import { Link } from '../../components/link.tsx'
import { formatDay } from '../../components/market-dates.ts'
import { Change } from '../../components/market-figures.tsx'
import { useAsCharts } from '../../components/small-charts/chosen.ts'
import { ChartList } from '../../components/small-charts/lazy.tsx'
import { nameOf } from '../../components/stock-name.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Section } from '../../ui/section.tsx'
import { formatPoints, formatSigned } from './figures.ts'
import { useAddress } from './use-address.ts'

type Props = {
  title: string
  /** The earlier date of the comparison; null if it is not known. */
  before: string | null
  date: string
  /** `rows`: those rows of `all` that match the search. */
  all: readonly ShareholdingChange[]
  rows: readonly ShareholdingChange[]
}

/** One of the four lists. Each row links to the histories of its stock and its participant. */
export function ChangeCard({ title, before, date, all, rows }: Props) {
  const t = useTranslation('shareholding')
  const { historyAddress, step } = useAddress()
  const [asCharts] = useAsCharts('shareholding')
  const largest = Math.max(...all.map(row => Math.abs(row.shareholdingPercentChange)))
  const compared = before && t('compared', { from: formatDay(before, 'day'), to: formatDay(date, 'day') })
  const none =
    before === null ? 'none.before' : all.length === 0 ? 'none' : rows.length === 0 ? 'none.found' : undefined
  return (
    <Section title={title} beside={compared && <span className="text-12 text-faded">{compared}</span>}>
      {none ? (
        <p className="py-6 text-14 text-faded">{t(none)}</p>
      ) : asCharts ? (
        <ChartList title={title} stocks={chartedOf(rows)} asAt={undefined} />
      ) : (
        <table className="w-full table-fixed text-13">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="text-12 text-faded [&>th]:py-1.5 [&>th]:align-bottom [&>th]:font-normal">
              <th scope="col" className="text-start">
                {t('stock')}
              </th>
              <th scope="col" className="text-start">
                {t('participant')}
              </th>
              <th scope="col" className="w-[min(6.25rem,30vw)] text-end md:w-20">
                {t('points')}
                <span className="block md:hidden">{t('shares-money')}</span>
              </th>
              <th scope="col" className="w-22 text-end max-md:hidden">
                {t('shares.head')}
              </th>
              <th scope="col" className="w-22 text-end max-md:hidden">
                {t('money')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr
                key={`${row.stockCode} ${row.participantId}`}
                className="h-10 border-t border-line hover:bg-wash max-md:h-13"
              >
                <th scope="row" className="pr-2">
                  <Link
                    to={historyAddress({ stock: row.stockCode }, row.participantId)}
                    {...step}
                    data-history={`stock ${row.stockCode} ${row.participantId}`}
                    className="flex min-h-9 items-center text-ink no-underline hover:underline max-md:min-h-11"
                  >
                    <span className="line-clamp-2 leading-4 max-md:line-clamp-3">
                      <span className="font-strong tabular-nums max-md:block md:mr-0.5">
                        {padded('HKEX', row.stockCode)}
                      </span>{' '}
                      {nameOf(row)}
                    </span>
                  </Link>
                </th>
                <td className="pr-2">
                  <Holder row={row} />
                </td>
                <td className="text-end leading-4 tabular-nums">
                  <Change value={row.shareholdingPercentChange} format={formatPoints} />
                  <span className="block text-12 md:hidden">{signed(row.sharesChange)}</span>
                  <span className="block text-12 text-faded md:hidden">{signed(row.valueChange)}</span>
                  <Bar part={row.shareholdingPercentChange / largest} />
                </td>
                <td className="text-end tabular-nums max-md:hidden">{signed(row.sharesChange)}</td>
                <td className="text-end tabular-nums max-md:hidden">{signed(row.valueChange)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

/** A stock with several participants has one chart. */
const chartedOf = (rows: readonly ShareholdingChange[]) => [
  ...new Map(
    rows.map(row => [row.stockCode, { exchange: 'HKEX' as const, stockCode: row.stockCode, name: nameOf(row) }]),
  ).values(),
]

const signed = (value: number | null) => (value === null ? '–' : formatSigned(value))

function Holder({ row }: { row: ShareholdingChange }) {
  const { historyAddress, step } = useAddress()
  return (
    <Link
      to={historyAddress({ participant: row.participantId }, row.stockCode)}
      {...step}
      data-history={`participant ${row.participantId} ${row.stockCode}`}
      className="flex min-h-11 items-center text-faded no-underline hover:text-ink hover:underline md:min-h-9"
    >
      <span className="line-clamp-2 leading-4">{row.participantName}</span>
    </Link>
  )
}

function Bar({ part }: { part: number }) {
  const style = { width: `${Math.abs(part) * 100}%`, background: part > 0 ? 'var(--up)' : 'var(--down)' }
  return <span aria-hidden className="mt-0.5 ml-auto block h-0.75 min-w-px rounded-sm max-md:hidden" style={style} />
}
