import type { UploadRecord } from '@finlist/contract/admin'
import { useTexts } from '../../i18n/texts.ts'
import { hongKongDate } from '../../parts/hong-kong-date.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { RecordCounts } from './RecordCounts.tsx'
import { RecordFiles } from './RecordFiles.tsx'
import { RecordTitle } from './RecordTitle.tsx'
import { RollBack } from './RollBack.tsx'

export function RecordTable({ records }: { records: readonly UploadRecord[] }) {
  const t = useTexts('admin')
  const columns = [
    { key: 'when', label: t('when'), unit: t('when.zone'), width: 12 },
    { key: 'what', label: t('what') },
    { key: 'rows', label: t('rows'), end: true, width: 8 },
    { key: 'files', label: t('files'), width: 15 },
    { key: 'back', label: t('roll-back'), width: 13 },
  ]
  return (
    <DataTable caption={t('records')} columns={columns}>
      <tbody>
        {records.map(record => (
          <tr key={record.uploadId} className="align-top [&>td]:py-2.5">
            <td className="[overflow-wrap:anywhere]">
              {hongKongDate(record.uploadedAt, 'moment')}
              <span className="block text-12 text-faded">{record.by}</span>
            </td>
            <td>
              <RecordTitle record={record} />
            </td>
            <td className="figures">
              <RecordCounts record={record} />
            </td>
            <td>
              <RecordFiles record={record} />
            </td>
            <td>
              <RollBack record={record} />
            </td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}
