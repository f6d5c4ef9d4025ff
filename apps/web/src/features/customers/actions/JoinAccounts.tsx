import { joinCustomer } from '@finlist/contract/staff/customer-actions'
import type { Customer } from '@finlist/contract/staff/customers'
import { useTranslation } from '../../../i18n/texts.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ActionForm } from './ActionForm.tsx'
import { useStaffAction } from './use-staff-action.ts'

type Props = { customer: Customer; onClose: () => void; onDone: (said: string) => void }

/** Merges a user's two accounts, for example after a change of the sign-in issuer. */
export function JoinAccounts({ customer: { profile }, onClose, onDone }: Props) {
  const t = useTranslation('customers')
  const form = useStaffAction(joinCustomer, {
    start: { otherUserId: '', reason: '' },
    ask: ({ otherUserId, reason }) => ({
      params: { userId: profile.userId },
      body: { otherUserId: Number(otherUserId), reason },
    }),
    words: { otherUserId: t('join.number.wrong') },
    onDone: ({ stays }) => onDone(t('done.joined', { id: stays })),
  })
  const { otherUserId } = form.values
  return (
    <ActionForm
      form={form}
      sentence={otherUserId ? t('will.join', { one: profile.userId, other: otherUserId }) : undefined}
      confirmLabel={t('join.confirm')}
      onClose={onClose}
    >
      <TextField
        label={t('join.number')}
        hint={t('join.number.hint')}
        inputMode="numeric"
        required
        {...form.field('otherUserId')}
      />
    </ActionForm>
  )
}
