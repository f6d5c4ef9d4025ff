import { takeRole } from '@finlist/contract/staff/customer-actions'
import { type Customer } from '@finlist/contract/staff/customers'
import { useTranslation } from '../../../i18n/texts.ts'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { ActionForm } from './ActionForm.tsx'
import { useStaffAction } from './use-staff-action.ts'

type Props = { customer: Customer; onClose: () => void; onDone: (said: string) => void }

/** Revokes one of a user's roles. */
export function TakeRole({ customer: { profile, roles }, onClose, onDone }: Props) {
  const t = useTranslation('customers')
  const name = profile.name || profile.email
  const form = useStaffAction(takeRole, {
    start: { role: roles[0], reason: '' },
    ask: body => ({ params: { userId: profile.userId }, body }),
    onDone: (_, { body }) => onDone(t('done.role-taken', { name, role: t(`role.${body.role}`) })),
  })
  const { role } = form.values
  return (
    <ActionForm
      form={form}
      sentence={role && t('will.take-role', { name, role: t(`role.${role}`) })}
      confirmLabel={t('take-role.confirm')}
      onClose={onClose}
    >
      <SelectField
        label={t('role')}
        value={role ?? ''}
        options={roles.map(id => ({ value: id, label: t(`role.${id}`) }))}
        onChange={({ target }) =>
          form.set(
            'role',
            roles.find(id => id === target.value),
          )
        }
      />
    </ActionForm>
  )
}
