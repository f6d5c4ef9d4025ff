import type { Invoice } from '@finlist/contract/billing'
import { money } from '../../../../components/money.ts'
import { useTranslation } from '../../../../i18n/texts.ts'

/** The amount paid and, if part of it was refunded, the amount of the refund. */
export function Amount({ invoice: { amountPaid, refunded } }: { invoice: Invoice }) {
  const t = useTranslation('dashboard')
  return (
    <>
      <span className="block whitespace-nowrap">{money(amountPaid)}</span>
      {refunded > 0 && (
        <span className="block text-12 text-faded">{t('receipts.refunded', { amount: money(refunded) })}</span>
      )}
    </>
  )
}
