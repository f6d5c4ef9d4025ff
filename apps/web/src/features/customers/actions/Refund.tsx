import { refundInvoice } from '@finlist/contract/staff/customer-actions'
import { type Customer } from '@finlist/contract/staff/customers'
import { money } from '../../../components/money.ts'
import { usePlanWords } from '../../../components/plan-words.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { InvoiceSubject } from '../detail/InvoiceSubject.tsx'
import { ActionForm } from './ActionForm.tsx'
import { AmountField, useAmountFault } from './AmountField.tsx'
import type { Invoice } from './staff-action.ts'
import { asTyped, typedCents } from './typed-cents.ts'
import { useStaffAction } from './use-staff-action.ts'

const ways = ['card', 'credit'] as const
type Way = (typeof ways)[number]
type Props = { customer: Customer; invoice: Invoice; onClose: () => void; onDone: (said: string) => void }

/** Refunds a paid invoice, with choices of the amount, where it goes, and whether the plan ends. */
export function Refund({ customer, invoice, onClose, onDone }: Props) {
  const t = useTranslation('customers')
  const words = usePlanWords()
  const { invoiceId, number, refundable, amountPaid, productId } = invoice
  const plan = productId === null ? '' : words.plan({ productId })
  const faultOf = useAmountFault()
  const form = useStaffAction(refundInvoice, {
    start: { amount: asTyped(refundable), to: 'card' as Way, access: 'kept' as 'kept' | 'ends', reason: '' },
    ask: ({ amount, to, access, reason }) => ({
      params: { userId: customer.profile.userId },
      body: { invoiceId, amount: typedCents(amount), to, endsAccess: access === 'ends' && productId !== null, reason },
    }),
    check: ({ amount }) => ({ amount: faultOf(amount, refundable) }),
    onDone: (answer, { body }) =>
      onDone(
        t(body.to === 'card' ? 'done.refund-card' : 'done.refund-credit', {
          amount: money(body.amount),
          number,
          left: money(answer.refundable),
        }),
      ),
  })
  const { amount, to, access } = form.values
  const cents = faultOf(amount, refundable) ? undefined : typedCents(amount)
  const willBe = (refunded: number) => {
    const given = t(to === 'card' ? 'will.refund-card' : 'will.refund-credit', { amount: money(refunded), number })
    if (productId === null) return given
    return `${given} ${t(access === 'ends' ? 'will.access-ends' : 'will.access-kept', { plan })}`
  }
  return (
    <ActionForm
      form={form}
      sentence={cents === undefined ? undefined : willBe(cents)}
      confirmLabel={cents === undefined ? t('action.refund') : t('refund.confirm', { amount: money(cents) })}
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
      <AmountField
        {...form.field('amount')}
        hint={t('refund.left', { left: money(refundable), paid: money(amountPaid) })}
      />
      <SegmentedControl
        legend={t('refund.to')}
        value={to}
        onChange={way => form.set('to', way)}
        options={ways.map(value => ({ value, label: t(`refund.to.${value}`) }))}
      />
      {productId !== null && (
        <SegmentedControl
          legend={t('refund.access', { plan })}
          value={access}
          onChange={chosen => form.set('access', chosen)}
          options={(['kept', 'ends'] as const).map(value => ({ value, label: t(`refund.access.${value}`) }))}
        />
      )}
    </ActionForm>
  )
}
