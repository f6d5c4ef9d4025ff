import { overview } from '@finlist/contract/staff/overview'
import { useQuery } from '@tanstack/react-query'
import { useOperator } from '../../api/operator.ts'
import { callQuery } from '../../api/query-client.ts'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { StaffCallFailed } from '../../components/notices/staff-only.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Attention } from './Attention.tsx'
import { ClockSection } from './ClockSection.tsx'
import { DataSection } from './DataSection.tsx'
import { DisputesSection } from './DisputesSection.tsx'
import { FailuresSection } from './FailuresSection.tsx'
import { JobsSection } from './JobsSection.tsx'
import { EventsSection, MailSection } from './MailSection.tsx'
import { PerhapsClosedSection } from './PerhapsClosedSection.tsx'
import { ServerSection } from './ServerSection.tsx'
import { SourcesSection } from './SourcesSection.tsx'
import { ToldSection } from './ToldSection.tsx'

const anewEveryMs = 30_000

/** The state of the installation, for staff, with problems first. The server checks who may see it. */
export default function OverviewScreen() {
  const t = useTranslation('overview')
  const { demo } = useOperator()
  const found = useQuery({ ...callQuery(overview), refetchInterval: anewEveryMs })
  const now = found.data
  return (
    <>
      <PageHeader title={t('screen.admin-overview')}>
        {now && <p className="mt-1 text-13 text-faded">{t('as-at', { moment: hongKongDate(now.at, 'moment') })}</p>}
      </PageHeader>
      {now ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          <Attention now={now} />
          <PerhapsClosedSection days={now.perhapsClosed} />
          {demo && <ClockSection />}
          <JobsSection jobs={now.jobs} />
          <DataSection data={now.data} closings={now.closings} />
          <SourcesSection sources={now.sources} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8 md:grid-cols-2 xl:grid-cols-4">
            <MailSection mail={now.mail} />
            <EventsSection events={now.events} />
            {now.disputes && <DisputesSection disputes={now.disputes} />}
            <ServerSection server={now.server} />
          </div>
          <ToldSection />
          <FailuresSection failures={now.failures} />
        </div>
      ) : found.isError ? (
        <StaffCallFailed error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <output className="block">
          <span className="sr-only">{t('loading')}</span>
          {['a', 'b', 'c', 'd', 'e', 'f'].map(row => (
            <Skeleton key={row} className="mt-3 h-9 w-full" />
          ))}
        </output>
      )}
    </>
  )
}
