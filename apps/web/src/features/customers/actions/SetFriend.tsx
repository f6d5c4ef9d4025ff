import { setFriend } from '@finlist/contract/staff/customer-actions'
import { type Customer } from '@finlist/contract/staff/customers'
import { useTranslation } from '../../../i18n/texts.ts'
import { ActionForm } from './ActionForm.tsx'
import { useStaffAction } from './use-staff-action.ts'

type Props = { customer: Customer; onClose: () => void; onDone: (said: string) => void }

/** Gives a user the friend status, or ends it. */
export function SetFriend({ customer, onClose, onDone }: Props) {
  const t = useTranslation('customers')
  const { profile, roles } = customer
  const name = profile.name || profile.email
  const isFriend = roles.includes('friend')
  const form = useStaffAction(setFriend, {
    start: { reason: '' },
    ask: ({ reason }) => ({ params: { userId: profile.userId }, body: { friend: !isFriend, reason } }),
    onDone: ({ friend }) => onDone(t(friend ? 'done.friend' : 'done.friend-ended', { name })),
  })
  return (
    <ActionForm
      form={form}
      sentence={t(isFriend ? 'will.friend-end' : 'will.friend', { name })}
      confirmLabel={t(isFriend ? 'friend.end' : 'friend.make')}
      onClose={onClose}
    />
  )
}
