import { inLanguage } from '@finlist/i18n/languages'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { currentLanguage } from '../../api/language.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { matchesOf } from './queries.ts'

/** Choice of one of the list's industries. */
export function IndustryField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const t = useTranslation('finder')
  const all = useQuery(matchesOf([]))
  const spoken = currentLanguage()
  const options = useMemo(() => {
    const names = new Map([
      [value, value],
      ...(all.data ?? []).map(stock => [stock.subSector, stock.subSectorZh] as const),
    ])
    names.delete('')
    return [...names]
      .map(([name, zh]) => ({ value: name, label: inLanguage(spoken, { en: name, zh }) }))
      .sort((a, b) => a.label.localeCompare(b.label, spoken))
  }, [all.data, value, spoken])
  return (
    <SelectField
      label={t('column.subSector')}
      value={value}
      empty={t(all.isPending ? 'loading' : 'filter.industry.choose')}
      onChange={event => onChange(event.target.value)}
      options={options}
      className="max-md:w-full md:w-64"
    />
  )
}
