import { exchangeIds, markets } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { changedQuery } from '../../components/changed-query.ts'
import { Link } from '../../components/link.tsx'
import { StaffCallFailed } from '../../components/notices/staff-only.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { MissingProposal } from './MissingProposal.tsx'
import { Proposal } from './Proposal.tsx'
import { proposalOf } from './queries.ts'
import { Reconstruct } from './Reconstruct.tsx'
import { WaitingProposal } from './WaitingProposal.tsx'

/** A market's proposed list of the week, which staff edit and publish. */
export default function ProposalScreen() {
  const t = useTranslation('picking')
  const [query, setQuery] = useSearchParams()
  const exchange = exchangeIds.find(id => id === query.get('market')) ?? markets[0].id
  const { data, error, refetch } = useQuery(proposalOf(exchange))
  return (
    <>
      <PageHeader title={t('screen.admin-picking')}>
        <p className="mt-1 max-w-[72ch] text-13 text-faded">{t('about')}</p>
      </PageHeader>
      <SegmentedControl
        legend={t('market.label')}
        options={markets.map(({ id, linkSuffix }) => ({ value: id, label: t(`market.${linkSuffix}`) }))}
        value={exchange}
        onChange={market => setQuery(changedQuery(location.search, { market }), { replace: true })}
      />
      <div key={exchange} className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-8">
        {data ? (
          <>
            {(data.missing || !data.proposal) && <MissingProposal exchange={exchange} answer={data} />}
            {data.proposal && <Proposal exchange={exchange} proposal={data.proposal} answer={data} />}
          </>
        ) : error ? (
          <StaffCallFailed error={error} onRetry={() => void refetch()} />
        ) : (
          <WaitingProposal />
        )}
        {!error && (
          <p className="text-13 text-faded">
            <Link to="/admin/upload?form=finlist" className="text-accent underline">
              {t('own-list')}
            </Link>{' '}
            {t('own-list.marked')}
          </p>
        )}
        {!error && <Reconstruct exchange={exchange} />}
      </div>
    </>
  )
}
