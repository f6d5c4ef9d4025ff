import { user } from '@finlist/contract/account/account'
import { type JobRun, jobLog, runJob } from '@finlist/contract/staff/jobs'
import { type OverviewJob, overview } from '@finlist/contract/staff/overview'
import { useMutation, useQuery } from '@tanstack/react-query'
import { errorMessage } from '../../api/call-error.ts'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { useJobName } from '../../components/job-name.ts'
import { formatDay } from '../../components/market-dates.ts'
import { isAdmin } from '../../components/notices/staff-only.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import Dialog from '../../ui/dialogs/dialog.tsx'

const anewEveryMs = 2_000

/** Lazy-loaded. The latest runs of a job, and a button to run it now. */
export default function JobLog({ job, onClose }: { job: OverviewJob; onClose: () => void }) {
  const t = useTranslation('overview')
  const { data: me } = useQuery(callQuery(user))
  const log = callQuery(jobLog, { params: { name: job.name } })
  const { data: runs } = useQuery({ ...log, refetchInterval: anewEveryMs })
  const again = useMutation({
    networkMode: 'always',
    mutationFn: () => request(runJob, { params: { name: job.name } }),
    onSettled: () =>
      Promise.all([queryClient.invalidateQueries(log), queryClient.invalidateQueries(callQuery(overview))]),
  })
  const isRunning = runs?.[0] !== undefined && runs[0].endedAt === null && job.state !== 'failing'
  return (
    <Dialog open onClose={onClose} title={useJobName()(job.name)} closeLabel={t('close')}>
      {me && isAdmin(me) && (
        <p className="mb-4 flex flex-wrap items-center gap-3 text-13">
          <Button disabled={again.isPending || isRunning} onClick={() => again.mutate()}>
            {t('run-now')}
          </Button>
          <output className={again.isError ? 'text-wrong' : 'text-faded'}>
            {again.isError
              ? (errorMessage(again.error) ?? t('error.unknown'))
              : again.isSuccess && !isRunning && runs?.[0]?.beganAt.localeCompare(again.data.askedAt) === -1
                ? t('run-asked')
                : ''}
          </output>
        </p>
      )}
      {runs?.length === 0 && <p className="text-13 text-faded">{t('runs.none')}</p>}
      <ol aria-label={t('runs')}>
        {runs?.map(run => (
          <li key={run.beganAt} className="border-b border-line py-2 text-13">
            <Run run={run} />
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

function Run({ run: { beganAt, endedAt, askedBy, rows, asAt, error } }: { run: JobRun }) {
  const t = useTranslation('overview')
  const said = [
    endedAt === null ? t('run.open') : t('took.seconds', { seconds: secondsBetween(beganAt, endedAt) }),
    rows !== null && t('run.rows', { count: rows }),
    asAt !== null && t('run.as-at', { day: formatDay(asAt, 'short') }),
    askedBy !== null && t('run.asked-by', { name: askedBy }),
  ]
  return (
    <>
      <p className="flex flex-wrap gap-x-4 gap-y-0.5">
        <time dateTime={beganAt} className="w-40 text-faded">
          {hongKongDate(beganAt, 'moment')}
        </time>
        <span className="min-w-0 flex-1 wrap-anywhere">{said.filter(Boolean).join(' · ')}</span>
      </p>
      {error !== '' && endedAt !== null && (
        <p lang="en" className="text-12 text-wrong wrap-anywhere">
          {error}
        </p>
      )}
    </>
  )
}

const secondsBetween = (from: string, to: string) => ((Date.parse(to) - Date.parse(from)) / 1_000).toFixed(1)
