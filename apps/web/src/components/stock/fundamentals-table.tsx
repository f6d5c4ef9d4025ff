import type { FundamentalData, Quarter } from '@finlist/contract/finlist'
import { useTranslation } from '../../i18n/texts.ts'
import { dayOfReport, formatDay } from '../market-dates.ts'
import { Change, formatChange, formatLevel, formatVolume } from '../market-figures.tsx'

const quarters = ['q1', 'q2', 'q3', 'q4', 'q5', 'q6', 'q7', 'q8'] as const
const groups = [
  { name: 'eps', now: 'thisEps', before: 'lastEps', change: 'epsChange', format: formatNumber3 },
  { name: 'sales', now: 'thisSales', before: 'lastSales', change: 'salesChange', format: formatVolume },
  { name: 'npm', now: 'thisNpm', before: 'lastNpm', change: 'npmChange', format: formatLevel },
] as const satisfies readonly {
  now: keyof Quarter
  before: keyof Quarter
  change: keyof Quarter
  [key: string]: unknown
}[]

/** Up to eight quarters side by side, newest on the left; the names stay in view while the quarters scroll. */
export function FundamentalsTable({ data }: { data: FundamentalData }) {
  const t = useTranslation('stock')
  const cut = (change: number) =>
    change > 9999 ? t('beyond.above') : change < -9999 ? t('beyond.below') : formatChange(change)
  const known = quarters.flatMap(key => {
    const quarter = data[key]
    return quarter ? [{ key, quarter }] : []
  })
  const sources = [...new Set(known.flatMap(({ quarter }) => quarter.source?.split(', ') ?? []))]
  return (
    <section className="mt-6">
      <h3 className="border-b border-ink pb-1 text-13 font-strong">{t('fundamentals')}</h3>
      {known.length === 0 ? (
        <p className="py-4 text-14 text-faded">{t('fundamentals.none')}</p>
      ) : (
        <section
          aria-label={t('fundamentals')}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="edges -mx-4 overflow-x-auto [--ground:var(--raised)] -outline-offset-2 md:-mx-5"
        >
          <table className="border-separate border-spacing-0 text-13 [&_td]:border-b [&_td]:border-line [&_th]:border-b [&_th]:border-line">
            <thead>
              <tr className="align-bottom">
                <th scope="col" className={`${nameClass} text-12`}>
                  {t('fundamentals.quarter')}
                </th>
                {known.map(({ key, quarter }) => (
                  <th key={key} scope="col" className={`${cellClass} py-2 text-12 font-strong`}>
                    {formatDay(dayOfReport(quarter.thisReportDate), 'short')}
                    <span className="block font-normal text-faded">
                      {quarter.lastReportDate !== null &&
                        t('fundamentals.compared', { date: formatDay(dayOfReport(quarter.lastReportDate), 'short') })}
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            {groups.map(({ name, now, before, change, format }) => (
              <tbody key={name}>
                {name !== 'npm' && <Bars name={t(name)} values={known.map(({ quarter }) => quarter[now])} />}
                <tr>
                  <th scope="row" className={`${nameClass} pt-2.5 font-strong`}>
                    {t(name)}
                  </th>
                  {known.map(({ key, quarter }) => (
                    <td key={key} className={`${cellClass} pt-2.5 font-strong`}>
                      {shown(quarter[now], format)}
                    </td>
                  ))}
                </tr>
                <tr className="text-faded">
                  <th scope="row" className={`${nameClass} font-normal`}>
                    {t('year-before')}
                  </th>
                  {known.map(({ key, quarter }) => (
                    <td key={key} className={cellClass}>
                      {shown(quarter[before], format)}
                    </td>
                  ))}
                </tr>
                <tr>
                  <th scope="row" className={`${nameClass} font-normal text-faded`}>
                    {t(name === 'npm' ? 'change.points' : 'change')}
                  </th>
                  {known.map(({ key, quarter }) => (
                    <td key={key} className={cellClass}>
                      <Change value={quarter[change]} format={cut} />
                    </td>
                  ))}
                </tr>
              </tbody>
            ))}
          </table>
        </section>
      )}
      {sources.length > 0 && (
        <p className="pt-2 text-12 text-faded">{t('fundamentals.source', { source: sources.join(', ') })}</p>
      )}
    </section>
  )
}

/** Keeps the height of a line of text without showing anything. */
const nothing = '\u00a0'

/**
 * Draws a bar above each quarter's figure, up or down from a common baseline. Screen readers read the figures instead.
 */
function Bars({ name, values }: { name: string; values: readonly (number | null)[] }) {
  const most = Math.max(0, ...values.map(value => value ?? 0))
  const least = Math.min(0, ...values.map(value => value ?? 0))
  const reach = most - least
  if (reach === 0) return null
  const share = (value: number) => `${(Math.abs(value) / reach) * 100}%`
  return (
    <tr aria-hidden data-bars={name} className="[&>*]:border-b-0!">
      <td className={nameClass}>{nothing}</td>
      {values.map((value, at) => (
        <td key={at} className={`${cellClass} h-14 pt-2.5`}>
          <span className="relative block h-11">
            {value !== null && (
              <span
                className={`absolute right-0 w-8 ${value < 0 ? 'bg-wrong' : at === 0 ? 'bg-accent' : 'bg-accent/45'}`}
                style={{ height: share(value), [value < 0 ? 'top' : 'bottom']: value < 0 ? share(most) : share(least) }}
              />
            )}
            <span className="absolute right-0 w-8 border-t border-edge" style={{ bottom: share(least) }} />
          </span>
        </td>
      ))}
    </tr>
  )
}

const nameClass = 'sticky left-0 z-1 min-w-28 max-w-38 bg-raised py-1 pr-3 pl-4 text-start md:pl-5'
const cellClass = 'figures py-1 pr-4 pl-1 whitespace-nowrap'

const perShare = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 3 })
function formatNumber3(value: number): string {
  return perShare.format(value)
}

const shown = (value: number | null, format: (value: number) => string) => (value === null ? '–' : format(value))
