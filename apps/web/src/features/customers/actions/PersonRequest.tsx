import {
  eraseCustomer,
  exportCustomer,
  type RequestProof,
  requestProofs,
} from '@finlist/contract/staff/customer-actions'
import type { Customer } from '@finlist/contract/staff/customers'
import { dayAt } from '@finlist/domain/calendar'
import { hongKongDate } from '../../../components/hong-kong-date.ts'
import { saveFile } from '../../../components/save-file.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ActionForm } from './ActionForm.tsx'
import { useStaffAction } from './use-staff-action.ts'

type Props = { customer: Customer; onClose: () => void; onDone: (said: string) => void }

const start = () => ({
  proof: undefined as RequestProof | undefined,
  askedOn: dayAt('HKEX', Date.now()),
  reason: '',
})

/** Exports the data held about a user, at their request. */
export function ExportData({ customer: { profile }, onClose, onDone }: Props) {
  const t = useTranslation('customers')
  const name = profile.name || profile.email
  const form = useStaffAction(exportCustomer, {
    start: start(),
    ask: ({ proof, ...body }) => ({ params: { userId: profile.userId }, body: { ...body, proof: proof! } }),
    check: ({ proof }) => ({ proof: proof === undefined ? t('proof.unsaid') : undefined }),
    onDone: data => {
      saveFile(`finlist-data-${profile.userId}.json`, JSON.stringify(data), 'application/json')
      onDone(t('done.exported', { name }))
    },
  })
  return (
    <ActionForm
      form={form}
      sentence={form.values.proof && t('will.export', { name })}
      confirmLabel={t('export.confirm')}
      onClose={onClose}
    >
      <Fields form={form} />
    </ActionForm>
  )
}

/** Erases a user's data, at their request, after seven days. */
export function Erase({ customer: { profile }, onClose, onDone }: Props) {
  const t = useTranslation('customers')
  const name = profile.name || profile.email
  const form = useStaffAction(eraseCustomer, {
    start: start(),
    ask: ({ proof, ...body }) => ({ params: { userId: profile.userId }, body: { ...body, proof: proof! } }),
    check: ({ proof }) => ({ proof: proof === undefined ? t('proof.unsaid') : undefined }),
    onDone: ({ erasesAt }) => onDone(t('done.erasure', { name, date: hongKongDate(erasesAt) })),
  })
  return (
    <ActionForm
      form={form}
      sentence={form.values.proof && t('will.erase', { name, email: profile.email })}
      confirmLabel={t('erase.confirm')}
      onClose={onClose}
    >
      <Fields form={form} />
    </ActionForm>
  )
}

type Form = ReturnType<typeof useStaffAction<typeof eraseCustomer, ReturnType<typeof start>>>

function Fields({ form }: { form: Pick<Form, 'values' | 'set' | 'wrong' | 'field'> }) {
  const t = useTranslation('customers')
  return (
    <>
      <SelectField
        label={t('proof')}
        value={form.values.proof ?? ''}
        empty={t('proof.choose')}
        wrong={form.wrong('proof')}
        options={requestProofs.map(value => ({ value, label: t(`proof.${value}`) }))}
        onChange={({ target }) =>
          form.set(
            'proof',
            requestProofs.find(value => value === target.value),
          )
        }
      />
      <TextField type="date" label={t('asked-on')} required {...form.field('askedOn')} />
    </>
  )
}
