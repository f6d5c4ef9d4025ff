import { marketData } from '@finlist/contract/staff/data'
import { exchangeIds, marketOf, markets } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { callQuery } from '../../../api/query-client.ts'
import { changedQuery } from '../../../components/changed-query.ts'
import { StaffCallFailed } from '../../../components/notices/staff-only.tsx'
import { useTranslation } from '../../../i18n/texts.ts'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { UploadHistory } from '../UploadHistory.tsx'
import { DaysSection } from './DaysSection.tsx'
import { DeleteSection } from './DeleteSection.tsx'
import { MovesSection } from './MovesSection.tsx'

/** A market's prices for staff: the data held back and the reasons, uploads, and deletions. */
export default function DataScreen() {
  const t = useTranslation('admin')
  const [query, setQuery] = useSearchParams()
  const exchange = exchangeIds.find(id => id === query.get('market')) ?? markets[0].id
  const found = useQuery(callQuery(marketData, { query: { exchange } }))
  return (
    <>
      <PageHeader title={t('screen.admin-data')} />
      <SegmentedControl
        legend={t('exchange')}
        options={markets.map(({ id, linkSuffix }) => ({ value: id, label: t(`market.${linkSuffix}`) }))}
        value={exchange}
        onChange={market => setQuery(changedQuery(location.search, { market }), { replace: true })}
      />
      {found.data ? (
        <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-10" key={exchange}>
          <p className="-mb-4 text-13 text-faded">
            {t('data.prices', {
              market: t(`market.${marketOf(exchange).linkSuffix}`),
              kind: t(`price-kind.${found.data.prices}`),
            })}
          </p>
          <MovesSection exchange={exchange} market={found.data} />
          <DaysSection exchange={exchange} days={found.data.days} />
          <DeleteSection exchange={exchange} deletions={found.data.deletions} />
        </div>
      ) : found.isError ? (
        <StaffCallFailed error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <output className="mt-6 block">
          <span className="sr-only">{t('loading')}</span>
          {['a', 'b', 'c', 'd'].map(row => (
            <Skeleton key={row} className="mt-3 h-9 w-full" />
          ))}
        </output>
      )}
      {!found.isError && <UploadHistory kind="prices" exchange={exchange} />}
    </>
  )
}
