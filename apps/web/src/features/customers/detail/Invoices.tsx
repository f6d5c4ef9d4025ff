import type { Customer } from '@finlist/contract/staff/customers'
import { useTranslation } from '../../../i18n/texts.ts'
import { useIsPhone } from '../../../ui/is-phone.ts'
import { Section } from '../../../ui/section.tsx'
import type { Begin } from '../actions/staff-action.ts'
import { InvoiceCards } from './InvoiceCards.tsx'
import { InvoiceTable } from './InvoiceTable.tsx'

/** Maximum number of invoices that the call returns. */
const mostShown = 200

export function Invoices({ customer: { invoices }, onAction }: { customer: Customer; onAction: Begin }) {
  const t = useTranslation('customers')
  const phone = useIsPhone()
  const { length } = invoices
  const count = length < mostShown ? t('invoices.count', { count: length }) : t('newest', { most: mostShown })
  return (
    <Section
      title={t('invoices')}
      ruled={phone || length === 0}
      beside={length > 0 && <span className="text-13 text-faded">{t('invoices.unit', { count })}</span>}
    >
      {length === 0 ? (
        <p className="py-4 text-13 text-faded">{t('invoices.none')}</p>
      ) : phone ? (
        <InvoiceCards invoices={invoices} onAction={onAction} />
      ) : (
        <InvoiceTable invoices={invoices} onAction={onAction} />
      )}
    </Section>
  )
}
