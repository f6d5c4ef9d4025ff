import { changeCredit, mostCreditCents } from '@finlist/contract/staff/customer-actions'
import { type Customer } from '@finlist/contract/staff/customers'
import { money } from '../../../components/money.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { ActionForm } from './ActionForm.tsx'
import { AmountField, useAmountFault } from './AmountField.tsx'
import { typedCents } from './typed-cents.ts'
import { useStaffAction } from './use-staff-action.ts'

const directions = ['give', 'take-back'] as const
type Direction = (typeof directions)[number]
type Props = { customer: Customer; onClose: () => void; onDone: (said: string) => void }

/** Grants credit, or takes back credit that staff granted. */
export function ChangeCredit({ customer, onClose, onDone }: Props) {
  const t = useTranslation('customers')
  const { profile, credit, creditToTakeBack } = customer
  const mostOf = (direction: Direction) =>
    direction === 'give' ? mostCreditCents : Math.min(creditToTakeBack, mostCreditCents)
  const faultOf = useAmountFault()
  const form = useStaffAction(changeCredit, {
    start: { direction: 'give' as Direction, amount: '', reason: '' },
    ask: typed => ({ params: { userId: profile.userId }, body: { ...typed, amount: typedCents(typed.amount) } }),
    check: typed => ({ amount: faultOf(typed.amount, mostOf(typed.direction)) }),
    onDone: (answer, { body }) =>
      onDone(
        t(body.direction === 'give' ? 'done.credit-given' : 'done.credit-taken', {
          amount: money(body.amount),
          credit: money(answer.credit),
        }),
      ),
  })
  const { direction, amount } = form.values
  const most = mostOf(direction)
  const cents = faultOf(amount, most) ? undefined : typedCents(amount)
  const after = cents === undefined ? 0 : credit + (direction === 'give' ? cents : -cents)
  return (
    <ActionForm
      form={form}
      sentence={
        cents === undefined
          ? undefined
          : t(direction === 'give' ? 'will.give' : 'will.take-back', {
              amount: money(cents),
              before: money(credit),
              after: money(after),
            })
      }
      confirmLabel={t(direction === 'give' ? 'credit.give' : 'credit.take-back')}
      onClose={onClose}
    >
      <SegmentedControl
        legend={t('credit.direction')}
        value={direction}
        onChange={chosen => form.set('direction', chosen)}
        options={directions.map(value => ({ value, label: t(`credit.${value}`) }))}
      />
      <AmountField
        {...form.field('amount')}
        hint={t(direction === 'give' ? 'amount.most' : 'credit.can-take', { most: money(most) })}
      />
    </ActionForm>
  )
}
