import type { UploadRecord } from '@finlist/contract/staff/admin'
import { useTranslation } from '../../i18n/texts.ts'
import { formatCount } from './format.ts'

/** The number of rows in the files, of rows inserted and of rows updated. */
export function UploadHistoryCounts({ record: { counts } }: { record: UploadRecord }) {
  const t = useTranslation('admin')
  const { count = 0, inserted, updated, finListCount, fundamentalCount } = counts
  const parts = [
    finListCount !== undefined && t('counts.stocks', { count: finListCount }),
    fundamentalCount !== undefined && t('counts.quarters', { count: fundamentalCount }),
    inserted !== undefined && t('counts.inserted', { count: formatCount(inserted) }),
    updated !== undefined && t('counts.updated', { count: formatCount(updated) }),
  ]
  return (
    <>
      <span className="block">{formatCount(count)}</span>
      {parts.map(
        part =>
          part && (
            <span key={part} className="block text-12 text-faded">
              {part}
            </span>
          ),
      )}
    </>
  )
}
