import { setOnBoards } from '@finlist/contract/staff/customer-actions'
import { type Customer } from '@finlist/contract/staff/customers'
import { useTranslation } from '../../../i18n/texts.ts'
import { ActionForm } from './ActionForm.tsx'
import { useStaffAction } from './use-staff-action.ts'

type Props = { customer: Customer; onClose: () => void; onDone: (said: string) => void }

/** Removes a user from the FinTrainer leaderboards, or restores them. */
export function SetOnBoards({ customer: { profile }, onClose, onDone }: Props) {
  const t = useTranslation('customers')
  const name = profile.name || profile.email
  const next = profile.onBoards ? 'leave' : 'join'
  const form = useStaffAction(setOnBoards, {
    start: { reason: '' },
    ask: ({ reason }) => ({ params: { userId: profile.userId }, body: { onBoards: !profile.onBoards, reason } }),
    onDone: ({ onBoards }) => onDone(t(onBoards ? 'done.boards.join' : 'done.boards.leave', { name })),
  })
  return (
    <ActionForm
      form={form}
      sentence={t(`will.boards.${next}`, { name })}
      confirmLabel={t(`boards.${next}`)}
      onClose={onClose}
    />
  )
}
