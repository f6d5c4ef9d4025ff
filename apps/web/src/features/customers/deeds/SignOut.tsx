import { type Customer, signOutCustomer } from '@finlist/contract/customers'
import { ask } from '../../../api/ask.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { DeedForm } from './DeedForm.tsx'
import { useDeed } from './use-deed.ts'

type Props = { customer: Customer; onClose: () => void; onDone: (said: string) => void }

/** Ends every session of somebody else. */
export function SignOut({ customer: { profile }, onClose, onDone }: Props) {
  const t = useTexts('customers')
  const name = profile.name || profile.email
  const deed = useDeed({
    send: (body: { reason: string }, idempotencyKey) =>
      ask(signOutCustomer, { params: { userId: profile.userId }, body, idempotencyKey }),
    onDone: ({ ended }) => onDone(t('done.signed-out', { name, count: ended })),
  })
  return (
    <DeedForm
      sentence={t('will.sign-out', { name })}
      confirmLabel={t('sign-out.confirm')}
      refusal={deed.refusal}
      isBusy={deed.isBusy}
      check={() => true}
      onConfirm={reason => deed.carryOut({ reason })}
      onClose={onClose}
    />
  )
}
