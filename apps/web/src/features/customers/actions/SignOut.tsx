import { signOutCustomer } from '@finlist/contract/staff/customer-actions'
import { type Customer } from '@finlist/contract/staff/customers'
import { useTranslation } from '../../../i18n/texts.ts'
import { ActionForm } from './ActionForm.tsx'
import { useStaffAction } from './use-staff-action.ts'

type Props = { customer: Customer; onClose: () => void; onDone: (said: string) => void }

/** Ends every session of another user. */
export function SignOut({ customer: { profile }, onClose, onDone }: Props) {
  const t = useTranslation('customers')
  const name = profile.name || profile.email
  const form = useStaffAction(signOutCustomer, {
    start: { reason: '' },
    ask: body => ({ params: { userId: profile.userId }, body }),
    onDone: ({ ended }) => onDone(t('done.signed-out', { name, count: ended })),
  })
  return (
    <ActionForm
      form={form}
      sentence={t('will.sign-out', { name })}
      confirmLabel={t('sign-out.confirm')}
      onClose={onClose}
    />
  )
}
