import type { Customer } from '@finlist/contract/staff/customers'
import { useState } from 'react'
import { hongKongDate } from '../../../components/hong-kong-date.ts'
import { Link } from '../../../components/link.tsx'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { Section } from '../../../ui/section.tsx'
import { CompanyLink } from './CompanyLink.tsx'
import { type HistoryEntry, type HistoryKind, historyKinds, useHistoryEntries } from './history-entries.ts'

const shownAtOnce = 30

/** A timeline of payments, plans, billing e-mails, requests to the payment provider, and staff actions. */
export function History({ customer }: { customer: Customer }) {
  const t = useTranslation('customers')
  const entries = useHistoryEntries(customer)
  const [kind, setKind] = useState<HistoryKind | 'all'>('all')
  const [most, setMost] = useState(shownAtOnce)
  const wanted = kind === 'all' ? entries : entries.filter(entry => entry.kind === kind)
  const present = historyKinds.filter(one => entries.some(entry => entry.kind === one))
  return (
    <Section
      title={t('history')}
      beside={
        <span className="flex flex-wrap gap-x-4 text-13 text-faded">
          {t('history.count', { count: wanted.length })}
          <Link
            to={`/admin/audit?userId=${customer.profile.userId}`}
            className="text-accent no-underline hover:underline"
          >
            {t('audit.see')}
          </Link>
        </span>
      }
    >
      <div className="mt-3">
        <SegmentedControl
          legend={t('history.show')}
          value={kind}
          onChange={next => {
            setKind(next)
            setMost(shownAtOnce)
          }}
          options={(['all', ...present] as const).map(value => ({ value, label: t(`kind.${value}`) }))}
        />
      </div>
      <ol aria-label={t('history')} className="mt-3">
        {wanted.slice(0, most).map(entry => (
          <Entry key={entry.key} entry={entry} />
        ))}
      </ol>
      {wanted.length > most && (
        <Button className="mt-3" onClick={() => setMost(most + 100)}>
          {t('history.more', { count: Math.min(100, wanted.length - most) })}
        </Button>
      )}
      <p className="mt-3 text-12 text-faded">{t('history.zone')}</p>
    </Section>
  )
}

function Entry({ entry: { at, kind, title, details, wrong = false, href = null } }: { entry: HistoryEntry }) {
  const t = useTranslation('customers')
  return (
    <li className="grid gap-x-4 border-b border-line py-2 text-13 md:grid-cols-[9.5rem_5.5rem_minmax(0,1fr)] md:py-1.5">
      <span className="flex flex-wrap gap-x-2 text-faded md:contents">
        <time dateTime={at} className="whitespace-nowrap text-faded">
          {hongKongDate(at, 'moment')}
        </time>
        <span className="text-faded">{t(`kind.${kind}`)}</span>
      </span>
      <span className="min-w-0 wrap-anywhere">
        <span className={wrong ? 'font-strong text-wrong' : 'font-strong'}>{title}</span>
        {details && (
          <CompanyLink href={href} className="ml-2 max-w-full text-left">
            {details}
          </CompanyLink>
        )}
      </span>
    </li>
  )
}
