import type { Customer } from '@finlist/contract/staff/customers'
import { useTranslation } from '../../../i18n/texts.ts'
import Dialog from '../../../ui/dialogs/dialog.tsx'
import { Block } from './Block.tsx'
import { ChangeCredit } from './ChangeCredit.tsx'
import { GrantTrial } from './GrantTrial.tsx'
import { JoinAccounts } from './JoinAccounts.tsx'
import { Erase, ExportData } from './PersonRequest.tsx'
import { Refund } from './Refund.tsx'
import { SetFriend } from './SetFriend.tsx'
import { SetOnBoards } from './SetOnBoards.tsx'
import { SignOut } from './SignOut.tsx'
import type { StaffAction } from './staff-action.ts'
import { TakeRole } from './TakeRole.tsx'

type Props = { customer: Customer; action: StaffAction; onClose: () => void; onDone: (said: string) => void }

/** Lazy-loaded. The dialog of one action, from its form to its outcome. */
export default function ActionDialog({ customer, action, onClose, onDone }: Props) {
  const t = useTranslation('customers')
  const title = {
    credit: t('action.credit'),
    trial: t('action.trial'),
    friend: t(customer.roles.includes('friend') ? 'action.friend.end' : 'action.friend'),
    'sign-out': t('action.sign-out'),
    block: t(customer.profile.blocked ? 'action.unblock' : 'action.block'),
    'take-role': t('action.take-role'),
    boards: t(customer.profile.onBoards ? 'action.boards.leave' : 'action.boards.join'),
    export: t('action.export'),
    erase: t('action.erase'),
    join: t('action.join'),
    refund: action.kind === 'refund' ? t('action.refund.named', { number: action.invoice.number }) : '',
  }[action.kind]
  const props = { customer, onClose, onDone }
  return (
    <Dialog open narrow onClose={onClose} title={title} closeLabel={t('close')}>
      <p className="mb-4 text-13 text-faded wrap-anywhere">
        {t('action.for', { name: customer.profile.name || customer.profile.email, email: customer.profile.email })}
      </p>
      {action.kind === 'credit' && <ChangeCredit {...props} />}
      {action.kind === 'trial' && <GrantTrial {...props} />}
      {action.kind === 'friend' && <SetFriend {...props} />}
      {action.kind === 'sign-out' && <SignOut {...props} />}
      {action.kind === 'block' && <Block {...props} />}
      {action.kind === 'take-role' && <TakeRole {...props} />}
      {action.kind === 'boards' && <SetOnBoards {...props} />}
      {action.kind === 'export' && <ExportData {...props} />}
      {action.kind === 'erase' && <Erase {...props} />}
      {action.kind === 'join' && <JoinAccounts {...props} />}
      {action.kind === 'refund' && <Refund {...props} invoice={action.invoice} />}
    </Dialog>
  )
}
