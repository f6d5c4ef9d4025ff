import { figureNames, isNumber, type NumberName } from '@finlist/domain/screener/figures'
import { type Comparison, comparisons } from '@finlist/domain/screener/query'
import { useTranslation } from '../../../../i18n/texts.ts'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import { SelectField } from '../../../../ui/fields/select-field.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { signOf } from '../condition-words.ts'
import { useFigureWords } from '../figure-words.ts'
import type { Among } from '../queries.ts'
import { type Draft, forms } from './draft.ts'
import { RangeFields } from './RangeFields.tsx'

type Props = { among: Among; draft: Draft; onChange: (changes: Partial<Draft>) => void }

/** Sets a condition on a number: a range, the largest or smallest values, or a comparison with another figure. */
export function NumberFields({ among, draft, onChange }: Props) {
  const t = useTranslation('screener')
  return (
    <div className="grid grid-cols-1 gap-4">
      <SegmentedControl
        legend={t('dialog.form')}
        options={forms.map(value => ({ value, label: t(`dialog.form.${value}`) }))}
        value={draft.form}
        onChange={form => onChange({ form })}
      />
      {draft.form === 'range' && <RangeFields among={among} draft={draft} onChange={onChange} />}
      {draft.form === 'extreme' && <ExtremeFields draft={draft} onChange={onChange} />}
      {draft.form === 'compare' && <CompareFields draft={draft} onChange={onChange} />}
    </div>
  )
}

type FieldsProps = Omit<Props, 'among'>

function ExtremeFields({ draft, onChange }: FieldsProps) {
  const t = useTranslation('screener')
  return (
    <div>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label={t('dialog.side')}
          value={draft.side}
          onChange={({ target }) => onChange({ side: target.value as Draft['side'] })}
          options={(['top', 'bottom'] as const).map(value => ({ value, label: t(`dialog.side.${value}`) }))}
        />
        <TextField
          label={t('dialog.amount')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
          value={draft.amount}
          onChange={({ target }) => onChange({ amount: target.value })}
          className="w-24"
        />
        <SelectField
          label={t('dialog.unit')}
          value={draft.unit}
          onChange={({ target }) => onChange({ unit: target.value as Draft['unit'] })}
          options={(['percent', 'stocks'] as const).map(value => ({ value, label: t(`dialog.unit.${value}`) }))}
        />
      </div>
      <p className="mt-2 text-13 text-faded">{t('dialog.extreme.note')}</p>
    </div>
  )
}

function CompareFields({ draft, onChange }: FieldsProps) {
  const t = useTranslation('screener')
  const { nameOf } = useFigureWords()
  const others = figureNames.filter((name): name is NumberName => isNumber(name))
  return (
    <div>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label={t('dialog.is')}
          value={draft.is}
          onChange={({ target }) => onChange({ is: target.value as Comparison })}
          options={comparisons.map(value => ({ value, label: signOf(value) }))}
        />
        <TextField
          label={t('dialog.times')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
          value={draft.times}
          onChange={({ target }) => onChange({ times: target.value })}
          className="w-24"
        />
        <SelectField
          label={t('dialog.other')}
          value={draft.other}
          empty={t('dialog.other.choose')}
          onChange={({ target }) => onChange({ other: target.value as NumberName | '' })}
          options={others.map(value => ({ value, label: nameOf(value) }))}
          className="min-w-0 flex-1 basis-56"
        />
      </div>
      <div className="mt-4">
        <SegmentedControl
          legend={t('dialog.of')}
          options={[
            { value: 'stock', label: t('dialog.of.stock') },
            { value: 'sector', label: t('dialog.of.sector') },
          ]}
          value={draft.ofSector ? 'sector' : 'stock'}
          onChange={of => onChange({ ofSector: of === 'sector' })}
        />
      </div>
    </div>
  )
}
