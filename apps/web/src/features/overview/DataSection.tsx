import type { DataState, Overview } from '@finlist/contract/staff/overview'
import { marketOf } from '@finlist/domain/markets'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { formatDay } from '../../components/market-dates.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Section } from '../../ui/section.tsx'
import { isLate } from './needs-attention.ts'

/**
 * Each market's data of each kind: its date, when it was published, and how long the product can go on without newer
 * data.
 */
export function DataSection({ data, closings }: Pick<Overview, 'data' | 'closings'>) {
  const t = useTranslation('overview')
  const kinds = [...new Set(data.map(({ kind }) => kind))]
  return (
    <Section title={t('data')} beside={<p className="text-12 text-faded">{t('data.about')}</p>}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 md:grid-cols-2 xl:grid-cols-3">
        {kinds.map(kind => (
          <table key={kind} className="mt-4 w-full self-start text-13">
            <caption className="pb-1 text-start font-strong">
              {t(`kind.${kind}`)}
              <span className="block text-12 font-normal text-faded">{t(`without.${kind}`)}</span>
            </caption>
            <thead className="sr-only">
              <tr>
                <th scope="col">{t('market.label')}</th>
                <th scope="col">{t('data.as-at')}</th>
                <th scope="col">{t('data.published')}</th>
              </tr>
            </thead>
            <tbody>
              {data
                .filter(state => state.kind === kind)
                .map(state => (
                  <Row key={state.exchange} state={state} />
                ))}
            </tbody>
          </table>
        ))}
        <table className="mt-4 w-full self-start text-13">
          <caption className="pb-1 text-start font-strong">
            {t('closings')}
            <span className="block text-12 font-normal text-faded">{t('without.closings')}</span>
          </caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('market.label')}</th>
              <th scope="col">{t('closings.until')}</th>
            </tr>
          </thead>
          <tbody>
            {closings.map(({ exchange, knownUntil }) => (
              <tr key={exchange} className="border-t border-line align-top">
                <MarketOf exchange={exchange} />
                <td className="py-1.5">{formatDay(knownUntil, 'short')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}

function Row({ state }: { state: DataState }) {
  const t = useTranslation('overview')
  const { exchange, asAt, daysBehind, publishedAt, listRefused } = state
  return (
    <tr className="border-t border-line align-top">
      <MarketOf exchange={exchange} />
      <td className="py-1.5 pr-3">
        {asAt ? formatDay(asAt, 'short') : <span className="text-faded">{t('data.none')}</span>}{' '}
        {daysBehind !== null && daysBehind > 0 && (
          <Badge variant={isLate(state) ? 'wrong' : 'plain'}>{t('data.behind', { count: daysBehind })}</Badge>
        )}
        {listRefused && (
          <span className="block text-12 text-faded">
            {t('data.list-refused', { date: formatDay(listRefused, 'short') })}
          </span>
        )}
      </td>
      <td className="py-1.5 text-end text-12 whitespace-nowrap text-faded">
        {publishedAt && hongKongDate(publishedAt, 'moment')}
      </td>
    </tr>
  )
}

function MarketOf({ exchange }: Pick<DataState, 'exchange'>) {
  const t = useTranslation('overview')
  return (
    <th scope="row" className="w-28 py-1.5 pr-3 text-start font-normal text-faded">
      {exchange ? t(`market.${marketOf(exchange).linkSuffix}`) : t('data.everywhere')}
    </th>
  )
}
