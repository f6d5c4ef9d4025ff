import { user } from '@finlist/contract/account/account'
import { useQuery } from '@tanstack/react-query'
import { useOperator } from '../../api/operator.ts'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { read } from '../../api/storage.ts'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { marketIn, useMapAddress } from './address.ts'
import { Choices } from './Choices.tsx'
import { MapOrTable } from './MapOrTable.tsx'
import { mapOf } from './queries.ts'
import { Views } from './Views.tsx'
import { WaitingMap } from './WaitingMap.tsx'

const marketNow = (query: URLSearchParams, rights: readonly string[]) =>
  marketIn(query, rights, read('currentMarket').linkSuffix)

export async function fetchFirst() {
  const { rights } = await queryClient.fetchQuery(callQuery(user))
  await queryClient.prefetchQuery(mapOf(marketNow(new URLSearchParams(location.search), rights).id))
}

/** The map of a market. Its whole state is in the address. */
export default function MapScreen() {
  const t = useTranslation('screener')
  const { demoData } = useOperator()
  // The user's rights determine which market is shown first.
  const me = useQuery(callQuery(user))
  const address = useMapAddress()
  const market = marketNow(address.query, me.data?.rights ?? [])
  const { data, error, refetch } = useQuery({ ...mapOf(market.id), enabled: me.isSuccess })
  const failed = me.error ?? error
  return (
    <>
      <PageHeader
        title={t('screen.market-map')}
        beside={
          <>
            {demoData && <Badge>{t('demo.short')}</Badge>}
            <Views current="market-map" />
          </>
        }
      />
      <Choices market={market} address={address} sectors={data?.sectors ?? []} />
      {failed ? (
        <CallFailed error={failed} onRetry={() => void (me.error ? me.refetch() : refetch())} />
      ) : !data ? (
        <WaitingMap />
      ) : data.date === null ? (
        <EmptyState>{t('empty')}</EmptyState>
      ) : (
        <MapOrTable market={market} map={{ ...data, date: data.date }} address={address} />
      )}
    </>
  )
}
