import { type PatternKind, patternKinds } from '@finlist/contract/finlist'
import { useTranslation } from '../../i18n/texts.ts'

type Props = { values: readonly PatternKind[]; onChange: (values: PatternKind[]) => void }

/** Choice of one or more patterns. */
export function PatternField({ values, onChange }: Props) {
  const t = useTranslation('finder')
  return (
    <fieldset className="min-w-0 max-md:w-full">
      <legend className="mb-1 text-13 font-strong">{t('filter.pattern')}</legend>
      <div className="flex flex-wrap gap-x-4 md:min-h-9 md:items-center">
        {patternKinds.map(pattern => (
          <label key={pattern} className="flex min-h-11 cursor-pointer items-center gap-2 text-14 md:min-h-7">
            <input
              type="checkbox"
              checked={values.includes(pattern)}
              onChange={({ target }) =>
                onChange(target.checked ? [...values, pattern] : values.filter(other => other !== pattern))
              }
              className="size-4.5 shrink-0 accent-accent"
            />
            {t(`pattern.${pattern}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
