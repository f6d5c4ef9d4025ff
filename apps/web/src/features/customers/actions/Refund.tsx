import { refundInvoice } from '@finlist/contract/customer-actions'
import { type Customer } from '@finlist/contract/customers'
import { useState } from 'react'
import { request } from '../../../api/request.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { money } from '../../../parts/money.ts'
import { usePlanWords } from '../../../parts/plan-words.ts'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { InvoiceSubject } from '../detail/InvoiceSubject.tsx'
import { ActionForm } from './ActionForm.tsx'
import { AmountField, useAmount } from './AmountField.tsx'
import type { Invoice } from './staff-action.ts'
import { useStaffAction } from './use-staff-action.ts'

const ways = ['card', 'credit'] as const
type Way = (typeof ways)[number]
type Body = { invoiceId: string; amount: number; to: Way; endsAccess: boolean; reason: string }
type Props = { customer: Customer; invoice: Invoice; onClose: () => void; onDone: (said: string) => void }

/** Refunds a paid invoice: how much, where to, and whether the plan ends with it. */
export function Refund({ customer, invoice, onClose, onDone }: Props) {
  const t = useTranslation('customers')
  const words = usePlanWords()
  const { invoiceId, number, refundable, amountPaid, productId } = invoice
  const plan = productId === null ? '' : words.plan({ productId })
  const [to, setTo] = useState<Way>('card')
  const [access, setAccess] = useState<'kept' | 'ends'>('kept')
  const amount = useAmount(refundable, refundable)
  const endsAccess = access === 'ends' && productId !== null
  const action = useStaffAction({
    send: (body: Body, idempotencyKey) =>
      request(refundInvoice, { params: { userId: customer.profile.userId }, body, idempotencyKey }),
    onDone: (answer, body) =>
      onDone(
        t(body.to === 'card' ? 'done.refund-card' : 'done.refund-credit', {
          amount: money(body.amount),
          number,
          left: money(answer.refundable),
        }),
      ),
  })
  const sentence = (cents: number) => {
    const given = t(to === 'card' ? 'will.refund-card' : 'will.refund-credit', { amount: money(cents), number })
    if (productId === null) return given
    return `${given} ${t(endsAccess ? 'will.access-ends' : 'will.access-kept', { plan })}`
  }
  return (
    <ActionForm
      sentence={amount.cents === undefined ? undefined : sentence(amount.cents)}
      confirmLabel={
        amount.cents === undefined ? t('action.refund') : t('refund.confirm', { amount: money(amount.cents) })
      }
      refusal={action.refusal}
      isBusy={action.isBusy}
      check={amount.check}
      onConfirm={reason => action.carryOut({ invoiceId, amount: amount.cents!, to, endsAccess, reason })}
      onClose={onClose}
    >
      <p className="text-14">
        <InvoiceSubject invoice={invoice} />
      </p>
      {invoice.credited > 0 && (
        <p role="note" className="border-l-2 border-wrong bg-wash px-3 py-2 text-14">
          {t('refund.credited', { amount: money(invoice.credited) })}
        </p>
      )}
      <AmountField {...amount.field} hint={t('refund.left', { left: money(refundable), paid: money(amountPaid) })} />
      <SegmentedControl
        legend={t('refund.to')}
        value={to}
        onChange={setTo}
        options={ways.map(value => ({ value, label: t(`refund.to.${value}`) }))}
      />
      {productId !== null && (
        <SegmentedControl
          legend={t('refund.access', { plan })}
          value={access}
          onChange={setAccess}
          options={(['kept', 'ends'] as const).map(value => ({ value, label: t(`refund.access.${value}`) }))}
        />
      )}
    </ActionForm>
  )
}
