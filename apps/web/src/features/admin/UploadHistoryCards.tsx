import type { UploadRecord } from '@finlist/contract/staff/admin'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { useStaffWords } from '../../components/staff-words.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { RollBack } from './RollBack.tsx'
import { UploadHistoryCounts } from './UploadHistoryCounts.tsx'
import { UploadHistoryFiles } from './UploadHistoryFiles.tsx'
import { UploadHistoryTitle } from './UploadHistoryTitle.tsx'

/** The upload history on a phone. */
export function UploadHistoryCards({ records }: { records: readonly UploadRecord[] }) {
  const t = useTranslation('admin')
  const words = useStaffWords()
  return (
    <ul aria-labelledby="records-title" className="border-t border-ink">
      {records.map(record => (
        <li key={record.uploadId} className="border-b border-line py-3 text-13">
          <div className="flex items-start justify-between gap-4">
            <div className="min-w-0">
              <UploadHistoryTitle record={record} />
            </div>
            <div className="figures shrink-0">
              <span className="sr-only">{t('rows')} </span>
              <UploadHistoryCounts record={record} />
            </div>
          </div>
          <p className="mt-1.5 text-12 text-faded [overflow-wrap:anywhere]">
            {t('when.by', {
              when: hongKongDate(record.uploadedAt, 'moment'),
              zone: t('when.zone'),
              by: words.by(record.by),
            })}
          </p>
          <UploadHistoryFiles record={record} />
          <div className="mt-2">
            <RollBack record={record} />
          </div>
        </li>
      ))}
    </ul>
  )
}
