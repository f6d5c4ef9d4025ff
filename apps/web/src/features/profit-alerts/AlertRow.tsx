import type { ProfitAlert } from '@finlist/contract/profit-alerts'
import { padded } from '@finlist/domain/chart/padded'
import { ExternalLink } from 'lucide-react'
import { inCurrentLanguage } from '../../api/language.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { hongKongDate } from '../../parts/hong-kong-date.ts'
import { Link } from '../../parts/link.tsx'
import { nameOf } from '../../parts/stock-name.ts'
import { Badge } from '../../ui/badge.tsx'

const looks = { POSITIVE: 'good', NEGATIVE: 'wrong', OTHER: 'plain' } as const
const signs = { POSITIVE: '▲', NEGATIVE: '▼', OTHER: '' } as const

/** One announcement: the company, what it says of profits, its time and the link to read it. */
export function AlertRow({ alert, isListed }: { alert: ProfitAlert; isListed: boolean }) {
  const t = useTranslation('profit-alerts')
  const { stockCode, reportType, releaseTime } = alert
  const link = inCurrentLanguage({ en: alert.link, zh: alert.linkZh })
  const code = padded('HKEX', stockCode)
  return (
    <li className="grid min-h-9 grid-cols-[3.25rem_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-1 text-13 max-md:min-h-14 md:grid-cols-[3.25rem_minmax(0,1fr)_8rem_9rem]">
      <time dateTime={releaseTime} className="text-faded tabular-nums">
        {hongKongDate(releaseTime, 'time')}
      </time>
      <span className="min-w-0">
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
        <span className="mt-0.5 block md:hidden">
          <Kind of={reportType} />
        </span>
      </span>
      <span className="max-md:hidden">
        <Kind of={reportType} />
      </span>
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
