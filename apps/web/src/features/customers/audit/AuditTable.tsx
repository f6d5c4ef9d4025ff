import type { AuditEntry } from '@finlist/contract/staff/customers'
import { hongKongDate } from '../../../components/hong-kong-date.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { AboutWhom } from './AboutWhom.tsx'
import { useAuditWords } from './audit-words.ts'

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const t = useTranslation('customers')
  const words = useAuditWords()
  const columns = [
    { key: 'at', label: t('audit.when'), unit: t('hong-kong-time'), width: 10 },
    { key: 'by', label: t('audit.who'), width: 11 },
    { key: 'action', label: t('audit.what'), width: 21 },
    { key: 'about', label: t('audit.about'), width: 13 },
    { key: 'reason', label: t('reason') },
  ]
  return (
    <DataTable caption={t('screen.admin-audit')} columns={columns}>
      <tbody>
        {entries.map(entry => (
          <tr key={entry.auditId} className="align-top [&>td]:py-2 [&>td]:wrap-anywhere">
            <td>
              <time dateTime={entry.at}>{hongKongDate(entry.at, 'moment')}</time>
            </td>
            <td>{words.by(entry)}</td>
            <td>
              <span className="font-strong">{words.action(entry)}</span>
              <span className="block text-12 text-faded">{words.details(entry)}</span>
            </td>
            <td>
              <AboutWhom entry={entry} />
            </td>
            <td>{entry.reason}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}
