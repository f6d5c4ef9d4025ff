import { blockCustomer } from '@finlist/contract/staff/customer-actions'
import { type Customer } from '@finlist/contract/staff/customers'
import { useTranslation } from '../../../i18n/texts.ts'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { ActionForm } from './ActionForm.tsx'
import { useStaffAction } from './use-staff-action.ts'

const renewals = ['turn-off', 'keep'] as const
type Renewal = (typeof renewals)[number]
type Props = { customer: Customer; onClose: () => void; onDone: (said: string) => void }

/** Blocks a user, or unblocks them. Before blocking, asks what happens to a plan that renews. */
export function Block({ customer: { profile, subscriptions }, onClose, onDone }: Props) {
  const t = useTranslation('customers')
  const name = profile.name || profile.email
  const { blocked } = profile
  const renews =
    !blocked && subscriptions.some(it => it.renews && ['trialing', 'active', 'past_due'].includes(it.status))
  const form = useStaffAction(blockCustomer, {
    start: { renewal: undefined as Renewal | undefined, reason: '' },
    ask: ({ renewal, reason }) => ({
      params: { userId: profile.userId },
      body: { blocked: !blocked, ...(renews && { renewal }), reason },
    }),
    check: ({ renewal }) => ({ renewal: renews && renewal === undefined ? t('block.renewal.unsaid') : undefined }),
    onDone: answer =>
      onDone(answer.blocked ? t('done.blocked', { name, count: answer.ended }) : t('done.unblocked', { name })),
  })
  const { renewal } = form.values
  const sentence = () => {
    if (blocked) return t('will.unblock', { name })
    if (!renews) return t('will.block', { name })
    return renewal && `${t('will.block', { name })} ${t(`will.renewal.${renewal}`)}`
  }
  return (
    <ActionForm
      form={form}
      sentence={sentence()}
      confirmLabel={t(blocked ? 'unblock.confirm' : 'block.confirm')}
      onClose={onClose}
    >
      {renews && (
        <SelectField
          label={t('block.renewal')}
          value={renewal ?? ''}
          empty={t('block.renewal.choose')}
          wrong={form.wrong('renewal')}
          options={renewals.map(value => ({ value, label: t(`block.renewal.${value}`) }))}
          onChange={({ target }) =>
            form.set(
              'renewal',
              renewals.find(value => value === target.value),
            )
          }
        />
      )}
    </ActionForm>
  )
}
