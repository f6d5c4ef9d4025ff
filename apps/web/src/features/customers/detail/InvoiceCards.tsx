import { useTexts } from '../../../i18n/texts.ts'
import { hongKongDate } from '../../../parts/hong-kong-date.ts'
import { money } from '../../../parts/money.ts'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import type { Begin, Invoice } from '../deeds/deed.ts'
import { CompanyLink } from './CompanyLink.tsx'
import { InvoiceState } from './InvoiceState.tsx'
import { InvoiceSubject } from './InvoiceSubject.tsx'

/** Invoices on a phone. */
export function InvoiceCards({ invoices, onDeed }: { invoices: readonly Invoice[]; onDeed: Begin }) {
  const t = useTexts('customers')
  return (
    <ul aria-label={t('invoices')}>
      {invoices.map(invoice => (
        <li key={invoice.invoiceId} className="border-b border-line py-3 text-13">
          <div className="flex items-start justify-between gap-3">
            <p>
              <InvoiceSubject invoice={invoice} />
            </p>
            <p className="figures shrink-0 text-14 font-strong">
              <CompanyLink href={invoice.paymentLink}>{money(invoice.amountPaid)}</CompanyLink>
            </p>
          </div>
          <div className="mt-1">
            <InvoiceState invoice={invoice} />
          </div>
          <Facts
            facts={[
              [t('date'), hongKongDate(invoice.paidAt ?? invoice.createdAt)],
              [t('number'), <CompanyLink href={invoice.link}>{invoice.number || t('number.none')}</CompanyLink>],
              [t('price'), money(invoice.subtotal)],
              [
                t('discount'),
                invoice.discount > 0 && (
                  <>
                    {money(-invoice.discount)}{' '}
                    {invoice.couponId && (
                      <CompanyLink href={invoice.couponLink}>{invoice.couponId}</CompanyLink>
                    )}
                  </>
                ),
              ],
              [t('credit'), invoice.creditUsed > 0 && money(-invoice.creditUsed)],
              [t('refunded'), invoice.refunded > 0 && money(-invoice.refunded)],
              [t('refunded.as-credit'), invoice.refundedToCredit > 0 && money(-invoice.refundedToCredit)],
            ]}
          />
          {onDeed && invoice.refundable > 0 && (
            <Button
              className="mt-2"
              aria-label={t('deed.refund.named', { number: invoice.number })}
              onClick={() => onDeed({ kind: 'refund', invoice })}
            >
              {t('deed.refund')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
