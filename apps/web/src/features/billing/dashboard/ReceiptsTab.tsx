import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../i18n/texts.ts'
import { useIsPhone } from '../../../ui/is-phone.ts'
import { PaymentFailed } from '../checkout/PaymentFailed.tsx'
import { subscriptions } from '../queries.ts'
import { ReceiptList } from './receipts/ReceiptList.tsx'
import { ReceiptTable } from './receipts/ReceiptTable.tsx'
import { WaitingReceipts } from './receipts/WaitingReceipts.tsx'

/** Lazy-loaded. Payments, newest first, each with its receipt. */
export default function ReceiptsTab() {
  const t = useTranslation('dashboard')
  const isPhone = useIsPhone()
  const own = useQuery(subscriptions)
  if (!own.data)
    return own.isError ? <PaymentFailed error={own.error} onRetry={() => void own.refetch()} /> : <WaitingReceipts />
  const { invoices } = own.data
  if (invoices.length === 0)
    return (
      <div className="py-10">
        <p className="text-16 font-strong">{t('receipts.none')}</p>
        <p className="mt-1 text-14 text-faded">{t('receipts.none.text')}</p>
      </div>
    )
  return (
    <>
      {isPhone ? <ReceiptList invoices={invoices} /> : <ReceiptTable invoices={invoices} />}
      <p className="mt-3 text-13 text-faded">{t('receipts.total', { count: invoices.length })}</p>
    </>
  )
}
