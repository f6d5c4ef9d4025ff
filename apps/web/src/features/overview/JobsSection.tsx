import type { OverviewJob } from '@finlist/contract/staff/overview'
import { lazy, Suspense, useState } from 'react'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { useJobName } from '../../components/job-name.ts'
import { formatDay } from '../../components/market-dates.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { DescriptionList, Fact } from '../../ui/description-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useIsPhone } from '../../ui/is-phone.ts'
import { Section } from '../../ui/section.tsx'

const JobLog = lazy(() => import('./JobLog.tsx'))

/** The jobs, each with its last run, the result, and the next run. */
export function JobsSection({ jobs }: { jobs: readonly OverviewJob[] }) {
  const t = useTranslation('overview')
  const phone = useIsPhone()
  const [opened, setOpened] = useState<string>()
  const open = jobs.find(({ name }) => name === opened)
  return (
    <Section title={t('jobs')} ruled={phone || jobs.length === 0}>
      {jobs.length === 0 ? (
        <EmptyState>{t('jobs.none')}</EmptyState>
      ) : phone ? (
        <JobCards jobs={jobs} onOpen={setOpened} />
      ) : (
        <JobTable jobs={jobs} onOpen={setOpened} />
      )}
      {open && (
        <Suspense>
          <JobLog job={open} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </Section>
  )
}

type Listed = { jobs: readonly OverviewJob[]; onOpen: (name: string) => void }

/** The name of a job, as a button that opens its log. */
function Name({ job: { name }, onOpen }: { job: OverviewJob; onOpen: Listed['onOpen'] }) {
  const t = useTranslation('overview')
  const words = useJobName()(name)
  return (
    <button
      type="button"
      aria-label={t('log-of', { job: words })}
      aria-haspopup="dialog"
      className="text-start font-strong underline decoration-line underline-offset-4 hover:decoration-ink"
      onClick={() => onOpen(name)}
    >
      {words}
    </button>
  )
}

function JobTable({ jobs, onOpen }: Listed) {
  const t = useTranslation('overview')
  const columns = [
    { key: 'job', label: t('job') },
    { key: 'state', label: t('state'), width: 9 },
    { key: 'last', label: t('succeeded'), unit: t('hong-kong-time'), width: 12 },
    { key: 'took', label: t('took'), unit: t('seconds'), end: true, width: 8 },
    { key: 'rows', label: t('rows'), end: true, width: 7 },
    { key: 'as-at', label: t('data.as-at'), width: 9 },
    { key: 'next', label: t('next'), unit: t('hong-kong-time'), width: 12 },
  ]
  return (
    <DataTable caption={t('jobs')} columns={columns}>
      <tbody>
        {jobs.map(job => (
          <tr key={job.name} className="align-top [&>*]:py-2">
            <th scope="row" className="wrap-anywhere">
              <Name job={job} onOpen={onOpen} />
              <Failure job={job} />
            </th>
            <td>
              <State job={job} />
            </td>
            <td>{job.succeededAt && hongKongDate(job.succeededAt, 'moment')}</td>
            <td className="figures">{job.durationMs !== null && seconds(job.durationMs)}</td>
            <td className="figures">{job.rows !== null && figure(job.rows)}</td>
            <td>{job.asAt && formatDay(job.asAt, 'short')}</td>
            <td>{hongKongDate(job.nextAt, 'moment')}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}

function JobCards({ jobs, onOpen }: Listed) {
  const t = useTranslation('overview')
  return (
    <ul aria-label={t('jobs')}>
      {jobs.map(job => (
        <li key={job.name} className="border-b border-line py-3 text-13">
          <div className="flex items-start justify-between gap-3">
            <p className="min-w-0 text-14 wrap-anywhere">
              <Name job={job} onOpen={onOpen} />
            </p>
            <State job={job} />
          </div>
          <Failure job={job} />
          <DescriptionList>
            <Fact name={t('succeeded')}>{job.succeededAt && hongKongDate(job.succeededAt, 'moment')}</Fact>
            <Fact name={t('took')}>
              {job.durationMs !== null && t('took.seconds', { seconds: seconds(job.durationMs) })}
            </Fact>
            <Fact name={t('rows')}>{job.rows !== null && figure(job.rows)}</Fact>
            <Fact name={t('data.as-at')}>{job.asAt && formatDay(job.asAt, 'short')}</Fact>
            <Fact name={t('next')}>{hongKongDate(job.nextAt, 'moment')}</Fact>
          </DescriptionList>
        </li>
      ))}
    </ul>
  )
}

const looks = { waiting: 'plain', running: 'accent', failing: 'wrong' } as const

function State({ job: { state } }: { job: OverviewJob }) {
  const t = useTranslation('overview')
  return <Badge variant={looks[state]}>{t(`state.${state}`)}</Badge>
}

function Failure({ job: { failures, error } }: { job: OverviewJob }) {
  const t = useTranslation('overview')
  if (failures === 0) return null
  return (
    <span className="block text-12 text-wrong wrap-anywhere">
      {t('failed', { count: failures })} <span lang="en">{error}</span>
    </span>
  )
}

const seconds = (ms: number) => (ms / 1_000).toFixed(1)
const figure = (count: number) => new Intl.NumberFormat('en').format(count)
