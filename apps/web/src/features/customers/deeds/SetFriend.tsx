import { type Customer, setFriend } from '@finlist/contract/customers'
import { ask } from '../../../api/ask.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { DeedForm } from './DeedForm.tsx'
import { useDeed } from './use-deed.ts'

type Props = { customer: Customer; onClose: () => void; onDone: (said: string) => void }

/** Makes somebody a friend of the house, or ends it. */
export function SetFriend({ customer, onClose, onDone }: Props) {
  const t = useTexts('customers')
  const { profile, roles } = customer
  const name = profile.name || profile.email
  const isFriend = roles.includes('friend')
  const deed = useDeed({
    send: (body: { friend: boolean; reason: string }, idempotencyKey) =>
      ask(setFriend, { params: { userId: profile.userId }, body, idempotencyKey }),
    onDone: ({ friend }) => onDone(t(friend ? 'done.friend' : 'done.friend-ended', { name })),
  })
  return (
    <DeedForm
      sentence={t(isFriend ? 'will.friend-end' : 'will.friend', { name })}
      confirmLabel={t(isFriend ? 'friend.end' : 'friend.make')}
      refusal={deed.refusal}
      isBusy={deed.isBusy}
      check={() => true}
      onConfirm={reason => deed.carryOut({ friend: !isFriend, reason })}
      onClose={onClose}
    />
  )
}
