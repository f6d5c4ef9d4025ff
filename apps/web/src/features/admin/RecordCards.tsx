import type { UploadRecord } from '@finlist/contract/admin'
import { useTexts } from '../../i18n/texts.ts'
import { hongKongDate } from '../../parts/hong-kong-date.ts'
import { RecordCounts } from './RecordCounts.tsx'
import { RecordFiles } from './RecordFiles.tsx'
import { RecordTitle } from './RecordTitle.tsx'
import { RollBack } from './RollBack.tsx'

/** The record on a phone. */
export function RecordCards({ records }: { records: readonly UploadRecord[] }) {
  const t = useTexts('admin')
  return (
    <ul aria-labelledby="records-title" className="border-t border-ink">
      {records.map(record => (
        <li key={record.uploadId} className="border-b border-line py-3 text-13">
          <div className="flex items-start justify-between gap-4">
            <div className="min-w-0">
              <RecordTitle record={record} />
            </div>
            <div className="figures shrink-0">
              <span className="sr-only">{t('rows')} </span>
              <RecordCounts record={record} />
            </div>
          </div>
          <p className="mt-1.5 text-12 text-faded [overflow-wrap:anywhere]">
            {t('when.by', { when: hongKongDate(record.uploadedAt, 'moment'), zone: t('when.zone'), by: record.by })}
          </p>
          <RecordFiles record={record} />
          <div className="mt-2">
            <RollBack record={record} />
          </div>
        </li>
      ))}
    </ul>
  )
}
