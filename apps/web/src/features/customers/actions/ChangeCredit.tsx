import { changeCredit, mostCreditCents } from '@finlist/contract/customer-actions'
import { type Customer } from '@finlist/contract/customers'
import { useState } from 'react'
import { request } from '../../../api/request.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { money } from '../../../parts/money.ts'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { ActionForm } from './ActionForm.tsx'
import { AmountField, useAmount } from './AmountField.tsx'
import { useStaffAction } from './use-staff-action.ts'

const directions = ['give', 'take-back'] as const
type Direction = (typeof directions)[number]
type Body = { direction: Direction; amount: number; reason: string }
type Props = { customer: Customer; onClose: () => void; onDone: (said: string) => void }

/** Gives credit, or takes back credit that staff gave. */
export function ChangeCredit({ customer, onClose, onDone }: Props) {
  const t = useTranslation('customers')
  const { profile, credit, creditToTakeBack } = customer
  const [direction, setDirection] = useState<Direction>('give')
  const most = direction === 'give' ? mostCreditCents : Math.min(creditToTakeBack, mostCreditCents)
  const amount = useAmount(most)
  const action = useStaffAction({
    send: (body: Body, idempotencyKey) =>
      request(changeCredit, { params: { userId: profile.userId }, body, idempotencyKey }),
    onDone: (answer, body) =>
      onDone(
        t(body.direction === 'give' ? 'done.credit-given' : 'done.credit-taken', {
          amount: money(body.amount),
          credit: money(answer.credit),
        }),
      ),
  })
  const after = amount.cents === undefined ? 0 : credit + (direction === 'give' ? amount.cents : -amount.cents)
  return (
    <ActionForm
      sentence={
        amount.cents === undefined
          ? undefined
          : t(direction === 'give' ? 'will.give' : 'will.take-back', {
              amount: money(amount.cents),
              before: money(credit),
              after: money(after),
            })
      }
      confirmLabel={t(direction === 'give' ? 'credit.give' : 'credit.take-back')}
      refusal={action.refusal}
      isBusy={action.isBusy}
      check={amount.check}
      onConfirm={reason => action.carryOut({ direction, amount: amount.cents!, reason })}
      onClose={onClose}
    >
      <SegmentedControl
        legend={t('credit.direction')}
        value={direction}
        onChange={setDirection}
        options={directions.map(value => ({ value, label: t(`credit.${value}`) }))}
      />
      <AmountField
        {...amount.field}
        hint={t(direction === 'give' ? 'amount.most' : 'credit.can-take', { most: money(most) })}
      />
    </ActionForm>
  )
}
