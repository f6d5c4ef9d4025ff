import { mostNote } from '@finlist/contract/alerts'
import { useTranslation } from '../../i18n/texts.ts'
import { Collapsible } from '../../ui/collapsible.tsx'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { Typed } from './alert-form.ts'

type Field = 'expiresOn' | 'note'
type Props = {
  form: {
    values: Typed
    set: <N extends keyof Typed>(name: N, value: Typed[N]) => void
    wrong: (name: Field) => string | undefined
    field: (name: Field) => object
  }
  startsOpen: boolean
}

/** How often and until when the alert fires, and its note. */
export function AlertTerms({ form, startsOpen }: Props) {
  const t = useTranslation('alerts')
  const isWrong = [form.wrong('expiresOn'), form.wrong('note')].some(Boolean)
  return (
    <Collapsible label={t('terms')} startsOpen={startsOpen} open={isWrong}>
      <div className="grid gap-4 pt-1">
        <SegmentedControl
          legend={t('times')}
          value={form.values.times}
          onChange={next => form.set('times', next)}
          options={[
            { value: 'each', label: t('times.each') },
            { value: 'once', label: t('times.once') },
          ]}
        />
        <TextField
          label={t('expires')}
          hint={t('expires.hint')}
          type="date"
          className="md:max-w-60"
          {...form.field('expiresOn')}
        />
        <TextField label={t('note')} hint={t('note.hint')} maxLength={mostNote} {...form.field('note')} />
      </div>
    </Collapsible>
  )
}
