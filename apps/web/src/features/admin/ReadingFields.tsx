import { encodings } from '@finlist/contract/staff/admin'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/texts.ts'
import { Collapsible } from '../../ui/collapsible.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

/** Fields for how to read a file that does not follow the documented format. */
export const readingNames = ['skipBadLines', 'columns', 'encoding'] as const
export type ReadingName = (typeof readingNames)[number]

type FieldProps = {
  id: string
  name: string
  value: string
  wrong: string | undefined
  onChange: (event: { target: { value: string } }) => void
}
type Props = {
  open: boolean
  field: (name: ReadingName) => FieldProps
  /** Extra fields of this upload type. */
  children: ReactNode
}

export function ReadingFields({ open, field, children }: Props) {
  const t = useTranslation('admin')
  const { value, onChange, wrong: _, ...skip } = field('skipBadLines')
  return (
    <Collapsible label={t('more')} open={open} className="md:col-span-2">
      <div className="mt-2 grid gap-5 md:max-w-[28rem]">
        {children}
        <div>
          <Checkbox
            label={t('skip-bad-lines')}
            checked={value === 'true'}
            onChange={({ target }) => onChange({ target: { value: target.checked ? 'true' : '' } })}
            aria-describedby="skip-bad-lines-hint"
            {...skip}
          />
          <p id="skip-bad-lines-hint" className="text-13 text-faded">
            {t('skip-bad-lines-hint')}
          </p>
        </div>
        <TextField label={t('heads')} hint={t('heads-hint')} autoComplete="off" {...field('columns')} />
        <SelectField
          label={t('encoding')}
          empty={t('encoding.seen')}
          options={encodings.map(id => ({ value: id, label: t(`encoding.${id}`) }))}
          {...field('encoding')}
        />
      </div>
    </Collapsible>
  )
}
