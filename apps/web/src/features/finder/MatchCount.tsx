import type { FinderFilter, Scope } from '@finlist/contract/finder'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/texts.ts'
import { matchesOf } from './queries.ts'

const pauseMs = 200

type Props = {
  filters: readonly FinderFilter[]
  draft: FinderFilter | undefined
  scope: Scope
  /** Shown instead of the count. */
  wrong: string | undefined
  id: string
}

/**
 * The number of stocks that would match with the filter being edited. It is requested when the user pauses typing, one
 * request at a time.
 */
export function MatchCount({ filters, draft, scope, wrong, id }: Props) {
  const t = useTranslation('finder')
  const wanted = draft && JSON.stringify([...filters.filter(({ column }) => column !== draft.column), draft])
  const settled = useSettled(wanted)
  // A superseded request is aborted through its signal.
  const matches = useQuery({
    ...matchesOf(settled === undefined ? [] : (JSON.parse(settled) as FinderFilter[]), scope),
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
  })
  const known = settled !== undefined && settled === wanted && !matches.isPlaceholderData && matches.data
  return (
    <output aria-live="polite" aria-busy={wanted !== undefined && !known} className="flex items-center text-13 md:h-9">
      {wrong && (
        <span id={id} className="text-wrong">
          {wrong}
        </span>
      )}
      {known && <span className="font-strong">{t('matches', { count: known.length })}</span>}
    </output>
  )
}

function useSettled(value: string | undefined): string | undefined {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return value === undefined ? undefined : settled
}
