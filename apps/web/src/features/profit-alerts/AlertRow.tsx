import type { ProfitAlert, ProfitAlertOutcomes } from '@finlist/contract/profit-alerts'
import { padded } from '@finlist/domain/chart/padded'
import { outcomeDays } from '@finlist/domain/profit-alerts/sessions-after'
import { ExternalLink } from 'lucide-react'
import { inCurrentLanguage } from '../../api/language.ts'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { Link } from '../../components/link.tsx'
import { Change } from '../../components/market-figures.tsx'
import { nameOf } from '../../components/stock-name.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Badge } from '../../ui/badge.tsx'

const looks = { POSITIVE: 'good', NEGATIVE: 'wrong', OTHER: 'plain' } as const
const signs = { POSITIVE: '▲', NEGATIVE: '▼', OTHER: '' } as const

/** Columns on a wide screen: time, name, kind, the price's change over three spans, report. */
export const figureColumns =
  'md:grid md:grid-cols-[3rem_minmax(0,1fr)_7rem_repeat(3,4.25rem)_5.5rem] md:items-center md:gap-x-3'

type Changes = ProfitAlertOutcomes['outcomes'][number]['changes']
type Props = { alert: ProfitAlert; isListed: boolean; changes: Changes | undefined }

/**
 * One profit announcement: its time, the company, the kind of announcement, how the price changed afterwards, and a
 * link to the document.
 */
export function AlertRow({ alert, isListed, changes }: Props) {
  const t = useTranslation('profit-alerts')
  const { stockCode, reportType, releaseTime } = alert
  const link = inCurrentLanguage({ en: alert.link, zh: alert.linkZh })
  const code = padded('HKEX', stockCode)
  return (
    <li
      className={`min-h-9 py-1 text-13 max-md:grid max-md:min-h-14 max-md:grid-cols-[3.25rem_minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 [&+li]:border-t [&+li]:border-line ${figureColumns}`}
    >
      <time dateTime={releaseTime} className="text-faded tabular-nums">
        {hongKongDate(releaseTime, 'time')}
      </time>
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        <Link
          to={`/interactive-chart?symbol=${encodeURIComponent(`HKEX:${stockCode}`)}`}
          className="inline-flex min-h-6 max-w-full items-center text-ink no-underline hover:underline"
        >
          <span className="mr-1 font-strong text-accent tabular-nums">{code}</span>{' '}
          <span className="truncate">{nameOf(alert)}</span>
        </Link>
        {isListed && <Badge variant="accent">{t('in-finlist')}</Badge>}
      </span>
      <span className="max-md:hidden">
        <Kind of={reportType} />
      </span>
      {outcomeDays.map((days, at) => (
        <span key={days} className="figures max-md:hidden">
          <span className="sr-only">{t('after.short', { count: days })}</span> <Change value={changes?.[at] ?? null} />
        </span>
      ))}
      <a
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t('report.of', { stock: `${code} ${nameOf(alert)}` })}
        className="inline-flex min-h-11 items-center justify-end gap-1 text-accent md:min-h-7"
      >
        {t('report')}
        <ExternalLink size={13} aria-hidden />
      </a>
      <span className="col-span-3 flex flex-wrap items-center gap-x-2.5 gap-y-0.5 pb-1 md:hidden">
        <Kind of={reportType} />
        {outcomeDays.map((days, at) => (
          <span key={days} className="text-12 whitespace-nowrap tabular-nums">
            <span className="text-faded">{t('after.short', { count: days })}</span>{' '}
            <Change value={changes?.[at] ?? null} />
          </span>
        ))}
      </span>
    </li>
  )
}

function Kind({ of }: { of: ProfitAlert['reportType'] }) {
  const t = useTranslation('profit-alerts')
  return (
    <Badge variant={looks[of]}>
      {signs[of] && <span aria-hidden>{signs[of]}</span>}
      {t(`type.${of}`)}
    </Badge>
  )
}
