import { hongKongDate } from '../../../components/hong-kong-date.ts'
import { money } from '../../../components/money.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { DescriptionList, Fact } from '../../../ui/description-list.tsx'
import type { Begin, Invoice } from '../actions/staff-action.ts'
import { CompanyLink } from './CompanyLink.tsx'
import { InvoiceState } from './InvoiceState.tsx'
import { InvoiceSubject } from './InvoiceSubject.tsx'

/** Invoices on a phone. */
export function InvoiceCards({ invoices, onAction }: { invoices: readonly Invoice[]; onAction: Begin }) {
  const t = useTranslation('customers')
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
          <DescriptionList>
            <Fact name={t('date')}>{hongKongDate(invoice.paidAt ?? invoice.createdAt)}</Fact>
            <Fact name={t('number')}>
              <CompanyLink href={invoice.link}>{invoice.number || t('number.none')}</CompanyLink>
            </Fact>
            <Fact name={t('price')}>{money(invoice.subtotal)}</Fact>
            <Fact name={t('discount')}>{invoice.discount > 0 && <Discount invoice={invoice} />}</Fact>
            <Fact name={t('credit')}>{invoice.creditUsed > 0 && money(-invoice.creditUsed)}</Fact>
            <Fact name={t('refunded')}>{invoice.refunded > 0 && money(-invoice.refunded)}</Fact>
            <Fact name={t('refunded.as-credit')}>
              {invoice.refundedToCredit > 0 && money(-invoice.refundedToCredit)}
            </Fact>
          </DescriptionList>
          {onAction && invoice.refundable > 0 && (
            <Button
              className="mt-2"
              aria-label={t('action.refund.named', { number: invoice.number })}
              onClick={() => onAction({ kind: 'refund', invoice })}
            >
              {t('action.refund')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

const Discount = ({ invoice: { discount, couponName, couponLink } }: { invoice: Invoice }) => (
  <>
    {money(-discount)} {couponName && <CompanyLink href={couponLink}>{couponName}</CompanyLink>}
  </>
)
