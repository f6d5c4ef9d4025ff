import type { UploadRecord } from '@finlist/contract/staff/admin'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { useStaffWords } from '../../components/staff-words.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { RollBack } from './RollBack.tsx'
import { UploadHistoryCounts } from './UploadHistoryCounts.tsx'
import { UploadHistoryFiles } from './UploadHistoryFiles.tsx'
import { UploadHistoryTitle } from './UploadHistoryTitle.tsx'

export function UploadHistoryTable({ records }: { records: readonly UploadRecord[] }) {
  const t = useTranslation('admin')
  const words = useStaffWords()
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
          <tr key={record.uploadId} className="align-top [&>*]:py-2.5">
            <th scope="row" className="[overflow-wrap:anywhere]">
              {hongKongDate(record.uploadedAt, 'moment')}
              <span className="block text-12 text-faded">{words.by(record.by)}</span>
            </th>
            <td>
              <UploadHistoryTitle record={record} />
            </td>
            <td className="figures">
              <UploadHistoryCounts record={record} />
            </td>
            <td>
              <UploadHistoryFiles record={record} />
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
