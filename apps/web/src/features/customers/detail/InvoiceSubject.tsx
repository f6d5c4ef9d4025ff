import { hongKongDate } from '../../../components/hong-kong-date.ts'
import { usePlanWords } from '../../../components/plan-words.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import type { Invoice } from '../actions/staff-action.ts'

/** The plan an invoice pays for, and its dates. */
export function InvoiceSubject({ invoice }: { invoice: Invoice }) {
  const t = useTranslation('customers')
  const words = usePlanWords()
  const { productId, billingPeriodId, periodStart, periodEnd } = invoice
  if (productId === null) return t('invoice.other')
  return (
    <>
      {words.plan({ productId })}{' '}
      <span className="text-faded">{billingPeriodId !== null && words.period(billingPeriodId)}</span>
      <span className="block text-12 text-faded">
        {hongKongDate(periodStart)} – {hongKongDate(periodEnd)}
      </span>
    </>
  )
}
