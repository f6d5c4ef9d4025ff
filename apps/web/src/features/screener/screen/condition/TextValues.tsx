import type { TextName } from '@finlist/domain/screener/figures'
import { queryLimits } from '@finlist/domain/screener/query-limits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed } from '../../../../components/notices/call-failed.tsx'
import { useTranslation } from '../../../../i18n/texts.ts'
import { SearchField } from '../../../../ui/fields/search-field.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { type Among, textsOf } from '../queries.ts'
import { useTextNames } from '../text-words.ts'

type Props = {
  among: Among
  figure: TextName
  values: readonly string[]
  onChange: (values: string[]) => void
}

const searchedFrom = 13

/** Choice of a figure's texts, each with the number of stocks that have it. */
export function TextValues({ among, figure, values, onChange }: Props) {
  const t = useTranslation('screener')
  const textName = useTextNames(among.markets, [figure])
  const { data, error, refetch } = useQuery(textsOf(among.markets, figure))
  const [sought, setSought] = useState('')
  if (error) return <CallFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-48 w-full" />
  const isTicked = (text: string) => values.some(value => value.toLowerCase() === text.toLowerCase())
  const unlisted = values.filter(value => !data.some(({ text }) => text.toLowerCase() === value.toLowerCase()))
  const all = [...unlisted.map(text => ({ text, stocks: 0 })), ...data.filter(({ text }) => text !== '')]
  const typed = sought.trim().toLowerCase()
  const shown = all.filter(({ text }) => `${textName(figure, text)} ${text}`.toLowerCase().includes(typed))
  const toggle = (text: string, isOn: boolean) =>
    onChange(isOn ? [...values, text] : values.filter(value => value.toLowerCase() !== text.toLowerCase()))
  const isFull = values.length >= queryLimits.values
  return (
    <fieldset>
      <legend className="mb-1 text-13 font-strong">{t('dialog.values')}</legend>
      {all.length >= searchedFrom && (
        <SearchField
          label={t('dialog.values.find')}
          clearLabel={t('clear-search')}
          value={sought}
          onChange={setSought}
          className="mb-2"
        />
      )}
      <ul className="max-h-[42dvh] overflow-y-auto overscroll-contain border-y border-line">
        {shown.map(({ text, stocks }) => (
          <li key={text} className="border-b border-line last:border-b-0">
            <label className="flex min-h-11 cursor-pointer items-center gap-3 px-1 text-14 hover:bg-wash md:min-h-9">
              <input
                type="checkbox"
                checked={isTicked(text)}
                disabled={isFull && !isTicked(text)}
                onChange={({ target }) => toggle(text, target.checked)}
                className="size-4.5 shrink-0 accent-accent"
              />
              <span className="min-w-0 flex-1">{textName(figure, text)}</span>{' '}
              <span className="figures text-13 text-faded">{t('count.stocks', { count: stocks })}</span>
            </label>
          </li>
        ))}
      </ul>
      {isFull && <p className="mt-1 text-13 text-faded">{t('dialog.values.full', { count: queryLimits.values })}</p>}
    </fieldset>
  )
}
