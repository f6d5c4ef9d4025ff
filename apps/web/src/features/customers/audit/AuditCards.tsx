import type { AuditEntry } from '@finlist/contract/staff/customers'
import { hongKongDate } from '../../../components/hong-kong-date.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { AboutWhom } from './AboutWhom.tsx'
import { useAuditWords } from './audit-words.ts'

/** The log on a phone. */
export function AuditCards({ entries }: { entries: readonly AuditEntry[] }) {
  const t = useTranslation('customers')
  const words = useAuditWords()
  return (
    <ul aria-label={t('screen.admin-audit')} className="border-t border-ink">
      {entries.map(entry => (
        <li key={entry.auditId} className="border-b border-line py-3 text-13 wrap-anywhere">
          <p className="font-strong">{words.action(entry)}</p>
          <p className="text-faded">{words.details(entry)}</p>
          <p className="flex items-center gap-2">
            <span className="text-faded">{t('audit.about')}</span> <AboutWhom entry={entry} />
          </p>
          <p>{entry.reason}</p>
          <p className="mt-1 text-12 text-faded">
            <time dateTime={entry.at}>{hongKongDate(entry.at, 'moment')}</time> · {words.by(entry)}
          </p>
        </li>
      ))}
    </ul>
  )
}
