import { firstScreened } from '@finlist/contract/screener'
import { addDays } from '@finlist/domain/calendar'
import { useState } from 'react'
import { productNow } from '../../../api/product-now.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'

const weeksBack = [1, 2, 4, 13, 26, 52, 104]
const other = 'other'

type Props = {
  /** The day whose week is shown; undefined for the newest prices. */
  on: string | undefined
  onChange: (changes: { on: string | undefined }) => void
}

/** Choice between the newest prices and those of an earlier week. */
export function DayChoice({ on, onChange }: Props) {
  const t = useTranslation('screener')
  const [today] = useState(() => new Date(productNow()).toISOString().slice(0, 10))
  const [isOther, setOther] = useState(false)
  const weeks = weeksBack.map(count => ({ count, day: addDays(today, -7 * count) }))
  const isTyped = isOther || (on !== undefined && weeks.every(({ day }) => day !== on))
  const choose = (value: string) => {
    setOther(value === other)
    if (value !== other) onChange({ on: value || undefined })
  }
  const type = (day: string) => {
    if (day >= firstScreened && day <= today) onChange({ on: day })
  }
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
      <SelectField
        label={t('on')}
        value={isTyped ? other : (on ?? '')}
        onChange={({ target }) => choose(target.value)}
        options={[
          { value: '', label: t('on.newest') },
          ...weeks.map(({ count, day }) => ({ value: day, label: t('on.weeks', { count }) })),
          { value: other, label: t('on.other') },
        ]}
        className="w-44"
      />
      {isTyped && (
        <TextField
          type="date"
          label={t('on.day')}
          min={firstScreened}
          max={today}
          defaultValue={on}
          onChange={({ target }) => type(target.value)}
          className="w-44"
        />
      )}
    </div>
  )
}
