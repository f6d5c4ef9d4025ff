import type { NumberName } from '@finlist/domain/screener/figures'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { CallFailed } from '../../../../components/notices/call-failed.tsx'
import { useTranslation } from '../../../../i18n/texts.ts'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { numberFigure, useAmount } from '../number-words.ts'
import { type Among, distributionOf } from '../queries.ts'
import { type Draft, numberOf, wrongOf } from './draft.ts'
import { Histogram } from './Histogram.tsx'

type Props = { among: Among; draft: Draft; onChange: (changes: Partial<Draft>) => void }

/** A range of a number: a histogram with the chosen part, and the same two ends as fields. */
export function RangeFields({ among, draft, onChange }: Props) {
  const t = useTranslation('screener')
  const amount = useAmount()
  const figure = draft.figure as NumberName
  const { data, error, refetch } = useQuery(distributionOf(among, figure))
  const noteId = useId()
  /** Whether a field has lost the focus. Mistakes are shown only then. */
  const [isLeft, setLeft] = useState(false)
  const wrong = isLeft ? wrongOf(draft) : undefined
  const { unit, decimals } = numberFigure(figure)
  const textOf = (value: number | undefined) => (value === undefined ? '' : String(value))
  const field = (end: 'from' | 'to') => (
    <TextField
      label={t(`dialog.${end}`)}
      inputMode="text"
      autoComplete="off"
      maxLength={20}
      placeholder={t('dialog.open')}
      value={draft[end]}
      onChange={({ target }) => {
        setLeft(false)
        onChange({ [end]: target.value, ...(end === 'from' ? { fromIs: '>=' } : { toIs: '<=' }) })
      }}
      onBlur={() => setLeft(true)}
      {...(wrong && { 'aria-invalid': true, 'aria-describedby': noteId })}
      className="min-w-0 flex-1"
    />
  )
  return (
    <div>
      {error ? (
        <CallFailed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="mb-9 h-24 w-full" />
      ) : data.distribution ? (
        <Histogram
          distribution={data.distribution}
          low={numberOf(draft.from)}
          high={numberOf(draft.to)}
          decimals={decimals}
          label={t('dialog.histogram')}
          labels={{ low: t('dialog.lowest'), high: t('dialog.highest') }}
          write={value => (value === undefined ? t('dialog.open') : amount(figure, value))}
          onChange={({ low, high }) => onChange({ from: textOf(low), fromIs: '>=', to: textOf(high), toIs: '<=' })}
        />
      ) : (
        <p className="mb-9 grid h-24 place-items-center border-b border-line text-13 text-faded">
          {t('dialog.no-values')}
        </p>
      )}
      <div className="mt-2 flex gap-3">
        {field('from')}
        {field('to')}
      </div>
      <p id={noteId} className={`mt-1 min-h-5 text-13 ${wrong ? 'text-wrong' : 'text-faded'}`}>
        {wrong ? t(`dialog.wrong.${wrong}`) : unit && t('dialog.in', { unit: t(`unit.name.${unit}`) })}
      </p>
    </div>
  )
}
