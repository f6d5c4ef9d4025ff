import type { Invoice } from '@finlist/contract/billing'
import { hongKongDate } from '../../../../components/hong-kong-date.ts'
import { usePlanWords } from '../../../../components/plan-words.ts'
import { useTranslation } from '../../../../i18n/texts.ts'
import { Amount } from './Amount.tsx'
import { PdfButton } from './PdfButton.tsx'

/** Receipts on a phone. */
export function ReceiptList({ invoices }: { invoices: readonly Invoice[] }) {
  const t = useTranslation('dashboard')
  const words = usePlanWords()
  return (
    <ul aria-label={t('receipts.caption')} className="-mt-3">
      {invoices.map(invoice => (
        <li key={invoice.invoiceId} className="border-b border-line py-3">
          <div className="flex items-baseline justify-between gap-4 text-14">
            <p className="font-strong">
              {words.plan(invoice)}{' '}
              <span className="font-normal text-faded">{words.period(invoice.billingPeriodId)}</span>
            </p>
            <p className="figures">
              <Amount invoice={invoice} />
            </p>
          </div>
          <div className="flex items-center justify-between gap-4 text-13 text-faded">
            <p>
              <span className="block">
                {t('receipts.paid')} {hongKongDate(invoice.paidAt)}
              </span>
              <span className="block">
                {t('receipts.period', {
                  start: hongKongDate(invoice.periodStart),
                  end: hongKongDate(invoice.periodEnd),
                })}
              </span>
            </p>
            <div className="-mr-3">
              <PdfButton invoice={invoice} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
