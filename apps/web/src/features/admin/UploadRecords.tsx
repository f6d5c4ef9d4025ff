import type { UploadRecord } from '@finlist/contract/admin'
import { useQuery } from '@tanstack/react-query'
import { ForbiddenError } from '../../api/call-error.ts'
import { useTexts } from '../../i18n/texts.ts'
import { CallFailed } from '../../parts/call-failed.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useIsPhone } from '../../ui/is-phone.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { uploadRecords } from './queries.ts'
import { RecordCards } from './RecordCards.tsx'
import { RecordTable } from './RecordTable.tsx'

/** Who loaded what and when, with the originals and the way back. */
export function UploadRecords() {
  const t = useTexts('admin')
  const { data, error, isPending, refetch } = useQuery(uploadRecords())
  return (
    <section aria-labelledby="records-title" className="mt-10">
      <div className="mb-2 flex flex-wrap items-baseline gap-x-3">
        <h2 id="records-title" className="text-16 font-strong">
          {t('records')}
        </h2>
        {data && data.length > 0 && (
          <p className="text-13 text-faded">
            {data.length < mostListed
              ? t('records.count', { count: data.length })
              : t('records.newest', { most: mostListed })}
          </p>
        )}
      </div>
      {data ? (
        <Records records={data} />
      ) : isPending ? (
        <Waiting />
      ) : (
        <Failed error={error} retry={() => void refetch()} />
      )}
    </section>
  )
}

/** As many as the call answers. */
const mostListed = 100

function Records({ records }: { records: readonly UploadRecord[] }) {
  const t = useTexts('admin')
  const phone = useIsPhone()
  if (records.length === 0) return <Empty>{t('records.none')}</Empty>
  return phone ? <RecordCards records={records} /> : <RecordTable records={records} />
}

function Waiting() {
  const t = useTexts('admin')
  return (
    <output className="block border-t border-ink">
      <span className="sr-only">{t('loading')}</span>
      {['a', 'b', 'c', 'd'].map(row => (
        <div key={row} className="flex h-16 items-center gap-6 border-b border-line">
          <Skeleton className="h-4 w-1/6" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-1/6" />
        </div>
      ))}
    </output>
  )
}

/** Who may not upload is told so without being offered a plan, which would not help. */
function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useTexts('admin')
  if (error instanceof ForbiddenError && error.code !== 'device') return <Empty>{t('records.staff-only')}</Empty>
  return <CallFailed error={error} onRetry={retry} />
}
