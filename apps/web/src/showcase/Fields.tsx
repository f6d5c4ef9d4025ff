import { useState } from 'react'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { SearchField } from '../ui/fields/search-field.tsx'
import { SegmentedControl } from '../ui/fields/segmented-control.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'
import { Switch } from '../ui/fields/switch.tsx'
import { TextArea } from '../ui/fields/text-area.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { t } from './look.ts'

const periods = ['monthly', 'yearly'] as const

/** Samples of all kinds of input, one with an error. */
export function Fields() {
  const [search, setSearch] = useState(t('search.value'))
  const [period, setPeriod] = useState<(typeof periods)[number]>('yearly')
  const [renews, setRenews] = useState(true)
  const markets = [
    { value: 'HKEX', label: t('hk') },
    { value: 'US', label: t('us') },
  ]
  return (
    <div className="grid gap-4 py-3 md:grid-cols-2">
      <TextField label={t('name')} hint={t('name.hint')} defaultValue={t('name.value')} />
      <TextField label={t('code')} wrong={t('code.wrong')} defaultValue="99999" />
      <SelectField label={t('market')} options={markets} empty={t('choose')} />
      <div className="flex items-end">
        <SearchField
          label={t('search')}
          clearLabel={t('clear')}
          value={search}
          onChange={setSearch}
          className="flex-1"
        />
      </div>
      <TextArea label={t('notes')} defaultValue={t('notes.value')} />
      <div>
        <SegmentedControl
          legend={t('period')}
          options={periods.map(value => ({ value, label: t(value) }))}
          value={period}
          onChange={setPeriod}
        />
        <Checkbox label={t('terms')} defaultChecked />
        <Switch label={t('renews')} checked={renews} onChange={setRenews} />
      </div>
    </div>
  )
}
