import { type Affiliate, affiliate, affiliateStatement } from '@finlist/contract/affiliate'
import { useQuery } from '@tanstack/react-query'
import { ForbiddenError } from '../../api/call-error.ts'
import { callQuery } from '../../api/query-client.ts'
import { requestFile } from '../../api/request-file.ts'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { NoAccess } from '../../components/notices/no-access.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { CodeFigures } from './CodeFigures.tsx'
import { OwnCode } from './OwnCode.tsx'
import { WaitingFigures } from './WaitingFigures.tsx'

/** An affiliate's own code and its sales, month by month. */
export default function AffiliateScreen() {
  const t = useTranslation('affiliate')
  const own = useQuery(callQuery(affiliate))
  return (
    <>
      <PageHeader title={t('screen.affiliates')} />
      {own.data ? (
        <Own data={own.data} />
      ) : own.error instanceof ForbiddenError && !['device', 'blocked'].includes(own.error.code ?? '') ? (
        <NoAccess message={t('affiliate.no-info')} button={false} />
      ) : own.isError ? (
        <CallFailed error={own.error} onRetry={() => void own.refetch()} />
      ) : (
        <WaitingFigures />
      )}
    </>
  )
}

function Own({ data }: { data: Affiliate }) {
  const t = useTranslation('affiliate')
  if (data.code === '') return <EmptyState>{t('affiliate.no-info')}</EmptyState>
  return (
    <>
      <OwnCode code={data.code} ratePercent={data.ratePercent} />
      <CodeFigures
        figures={data}
        statement={month => requestFile(affiliateStatement, { query: { month } })}
        empty={t('affiliate.no-info')}
      />
    </>
  )
}
