import { hongKongDate } from '../../../components/hong-kong-date.ts'
import { dollars } from '../../../components/money.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import type { Begin, Invoice } from '../actions/staff-action.ts'
import { CompanyLink } from './CompanyLink.tsx'
import { InvoiceState } from './InvoiceState.tsx'
import { InvoiceSubject } from './InvoiceSubject.tsx'

export function InvoiceTable({ invoices, onAction }: { invoices: readonly Invoice[]; onAction: Begin }) {
  const t = useTranslation('customers')
  const columns = [
    { key: 'date', label: t('date'), width: 6.5 },
    { key: 'number', label: t('number'), width: 9.5 },
    { key: 'subject', label: t('plan') },
    { key: 'price', label: t('price'), unit: 'HK$', end: true, width: 6 },
    { key: 'discount', label: t('discount'), unit: 'HK$', end: true, width: 6.5 },
    { key: 'credit', label: t('credit'), unit: 'HK$', end: true, width: 5.5 },
    { key: 'paid', label: t('paid-by-card'), unit: 'HK$', end: true, width: 6.5 },
    { key: 'refunded', label: t('refunded'), unit: 'HK$', end: true, width: 6.75 },
    { key: 'state', label: t('state'), width: 8 },
    ...(onAction ? [{ key: 'refund', label: t('action.refund'), width: 5.5 }] : []),
  ]
  return (
    <DataTable caption={t('invoices')} columns={columns}>
      <tbody>
        {invoices.map(invoice => (
          <tr key={invoice.invoiceId} className="hover:bg-wash [&>*]:py-1.5">
            <th scope="row" className="whitespace-nowrap">
              {hongKongDate(invoice.paidAt ?? invoice.createdAt)}
            </th>
            <td className="whitespace-nowrap">
              <CompanyLink href={invoice.link}>{invoice.number || t('number.none')}</CompanyLink>
            </td>
            <td>
              <InvoiceSubject invoice={invoice} />
            </td>
            <td className="figures">{dollars(invoice.subtotal)}</td>
            <td className="figures">
              <Cents cents={-invoice.discount} />
              {invoice.couponId && (
                <CompanyLink href={invoice.couponLink} className="flex! justify-end text-12 wrap-anywhere">
                  {invoice.couponName}
                </CompanyLink>
              )}
            </td>
            <td className="figures">
              <Cents cents={-invoice.creditUsed} />
            </td>
            <td className="figures font-strong">
              <CompanyLink href={invoice.paymentLink}>{dollars(invoice.amountPaid)}</CompanyLink>
            </td>
            <td className="figures">
              <Cents cents={-invoice.refunded} />
              {invoice.refundedToCredit > 0 && (
                <span className="block text-12 text-faded">
                  {t('refunded.credit', { amount: dollars(invoice.refundedToCredit) })}
                </span>
              )}
            </td>
            <td>
              <InvoiceState invoice={invoice} />
            </td>
            {onAction && (
              <td className="py-0!">
                {invoice.refundable > 0 && (
                  <Button
                    variant="quiet"
                    aria-label={t('action.refund.named', { number: invoice.number })}
                    className="px-2! text-accent! md:min-h-8 md:text-13"
                    onClick={() => onAction({ kind: 'refund', invoice })}
                  >
                    {t('action.refund')}
                  </Button>
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}

/** An amount; zero is shown as a dash. */
const Cents = ({ cents }: { cents: number }) =>
  cents === 0 ? <span className="text-faded">–</span> : <span className="whitespace-nowrap">{dollars(cents)}</span>
