import type { SourceState } from '@finlist/contract/staff/overview'
import { marketOf } from '@finlist/domain/markets'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { formatDay } from '../../components/market-dates.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Collapsible } from '../../ui/collapsible.tsx'
import { DescriptionList, Fact } from '../../ui/description-list.tsx'
import { Section } from '../../ui/section.tsx'

/**
 * The automatic price source of each market: its last day, its next run, and the prices that were left out, with the
 * reasons.
 */
export function SourcesSection({ sources }: { sources: readonly SourceState[] }) {
  const t = useTranslation('overview')
  if (sources.length === 0) return null
  return (
    <Section title={t('sources')} beside={<p className="text-12 text-faded">{t('sources.about')}</p>}>
      <ul aria-label={t('sources')} className="grid grid-cols-[minmax(0,1fr)] gap-x-10 md:grid-cols-2 xl:grid-cols-3">
        {sources.map(source => (
          <li key={source.exchange} className="border-b border-line py-3 text-13">
            <Source source={source} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Source({ source: it }: { source: SourceState }) {
  const t = useTranslation('overview')
  return (
    <>
      <p className="text-14 font-strong">
        {t(`market.${marketOf(it.exchange).linkSuffix}`)}{' '}
        <span className="font-normal text-faded">{t(`source.${it.source}`)}</span>
      </p>
      <DescriptionList>
        <Fact name={t('sources.last-day')}>
          {it.lastDay ? formatDay(it.lastDay, 'short') : <span className="text-faded">{t('data.none')}</span>}
        </Fact>
        <Fact name={t('rows')}>{it.rows !== null && figure(it.rows)}</Fact>
        <Fact name={t('sources.refused')}>{it.refused !== null && figure(it.refused)}</Fact>
        <Fact name={t('next')}>{it.nextAt && hongKongDate(it.nextAt, 'moment')}</Fact>
        <Fact name={t('sources.use')}>{t(`use.${it.use}`)}</Fact>
      </DescriptionList>
      {it.leftOut.length > 0 && (
        <Collapsible label={t('sources.left-out', { count: it.leftOut.length })}>
          <ul className="grid gap-1 pb-1 text-12 wrap-anywhere">
            {it.leftOut.map(({ stockCode, date, reason }) => (
              <li key={`${stockCode} ${date} ${reason}`}>
                {[stockCode, date].filter(Boolean).join(' ')} <span className="text-faded">{reason}</span>
              </li>
            ))}
          </ul>
        </Collapsible>
      )}
    </>
  )
}

const figure = (count: number) => new Intl.NumberFormat('en').format(count)
