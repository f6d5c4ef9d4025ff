import type { Customer } from '@finlist/contract/customers'
import { useTranslation } from '../../../i18n/texts.ts'
import Dialog from '../../../ui/dialog.tsx'
import { ChangeCredit } from './ChangeCredit.tsx'
import { GrantTrial } from './GrantTrial.tsx'
import { Refund } from './Refund.tsx'
import { SetFriend } from './SetFriend.tsx'
import { SignOut } from './SignOut.tsx'
import type { StaffAction } from './staff-action.ts'

type Props = { customer: Customer; deed: StaffAction; onClose: () => void; onDone: (said: string) => void }

/** Load it lazily. One deed from what is wanted to what came of it. */
export default function ActionDialog({ customer, deed, onClose, onDone }: Props) {
  const t = useTranslation('customers')
  const title = {
    credit: t('deed.credit'),
    trial: t('deed.trial'),
    friend: t(customer.roles.includes('friend') ? 'deed.friend.end' : 'deed.friend'),
    'sign-out': t('deed.sign-out'),
    refund: deed.kind === 'refund' ? t('deed.refund.named', { number: deed.invoice.number }) : '',
  }[deed.kind]
  const props = { customer, onClose, onDone }
  return (
    <Dialog open narrow onClose={onClose} title={title} closeLabel={t('close')}>
      <p className="mb-4 text-13 text-faded wrap-anywhere">
        {t('deed.for', { name: customer.profile.name || customer.profile.email, email: customer.profile.email })}
      </p>
      {deed.kind === 'credit' && <ChangeCredit {...props} />}
      {deed.kind === 'trial' && <GrantTrial {...props} />}
      {deed.kind === 'friend' && <SetFriend {...props} />}
      {deed.kind === 'sign-out' && <SignOut {...props} />}
      {deed.kind === 'refund' && <Refund {...props} invoice={deed.invoice} />}
    </Dialog>
  )
}
