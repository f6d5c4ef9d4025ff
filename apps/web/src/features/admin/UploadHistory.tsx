import type { UploadRecord } from '@finlist/contract/staff/admin'
import type { ImportKind } from '@finlist/contract/staff/imports'
import type { ExchangeId } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../i18n/texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useIsPhone } from '../../ui/is-phone.ts'
import { uploadRecords } from './queries.ts'
import { UploadHistoryCards } from './UploadHistoryCards.tsx'
import { UploadHistorySection } from './UploadHistorySection.tsx'
import { UploadHistoryTable } from './UploadHistoryTable.tsx'

/** Maximum number of records that the call returns. */
const mostListed = 100

type Only = { kind?: ImportKind; exchange?: ExchangeId }

/**
 * All uploads with their uploader, time and original files, and a button to roll back. Can be limited to one kind and
 * market.
 */
export function UploadHistory({ kind, exchange }: Only) {
  const t = useTranslation('admin')
  const phone = useIsPhone()
  const count = ({ length }: UploadRecord[]) => {
    if (length === 0 || kind) return ''
    return length < mostListed ? t('records.count', { count: length }) : t('records.newest', { most: mostListed })
  }
  return (
    <UploadHistorySection
      title={t('records')}
      query={useQuery(uploadRecords())}
      count={count}
      staffOnly={t('records.staff-only')}
    >
      {all => {
        const records = all.filter(
          record => (!kind || record.kind === kind) && (!exchange || record.key.split(' ')[1] === exchange),
        )
        if (records.length === 0) return <EmptyState>{t('records.none')}</EmptyState>
        return phone ? <UploadHistoryCards records={records} /> : <UploadHistoryTable records={records} />
      }}
    </UploadHistorySection>
  )
}
