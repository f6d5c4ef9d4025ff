import type { UploadRecord } from '@finlist/contract/admin'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { useIsPhone } from '../../ui/is-phone.ts'
import { uploadRecords } from './queries.ts'
import { RecordCards } from './RecordCards.tsx'
import { RecordSection } from './RecordSection.tsx'
import { RecordTable } from './RecordTable.tsx'

/** As many as the call answers. */
const mostListed = 100

/** Who loaded what and when, with the originals and the way back. */
export function UploadRecords() {
  const t = useTexts('admin')
  const phone = useIsPhone()
  const count = ({ length }: UploadRecord[]) => {
    if (length === 0) return ''
    return length < mostListed ? t('records.count', { count: length }) : t('records.newest', { most: mostListed })
  }
  return (
    <RecordSection
      title={t('records')}
      query={useQuery(uploadRecords())}
      count={count}
      staffOnly={t('records.staff-only')}
    >
      {records => {
        if (records.length === 0) return <Empty>{t('records.none')}</Empty>
        return phone ? <RecordCards records={records} /> : <RecordTable records={records} />
      }}
    </RecordSection>
  )
}
