import type { FinderColumn, FinderFilter } from '@finlist/contract/finder'
import { X } from 'lucide-react'
import { useTranslation } from '../../i18n/texts.ts'
import { type Draft, draftOf } from './filter-draft.ts'
import { useFilterWords } from './filter-words.ts'

type Props = {
  filters: readonly FinderFilter[]
  onEdit: (draft: Draft) => void
  onRemove: (column: FinderColumn) => void
}

/** The active filters. A press opens a filter in the builder; its cross removes it. */
export function FilterList({ filters, onEdit, onRemove }: Props) {
  const t = useTranslation('finder')
  const words = useFilterWords()
  return (
    <ul aria-label={t('filters.applied')} className="flex min-w-0 flex-wrap gap-2">
      {filters.map(filter => (
        <li
          key={filter.column}
          className="flex min-w-0 items-stretch overflow-hidden rounded-md border border-accent bg-accent-wash text-13"
        >
          <button
            type="button"
            data-on-paper
            title={t('filter.edit')}
            onClick={() => onEdit(draftOf(filter))}
            className="min-h-11 min-w-0 truncate pl-3 text-start -outline-offset-2 hover:underline md:min-h-8"
          >
            {words(filter)}
          </button>
          <button
            type="button"
            aria-label={t('filter.remove', { filter: words(filter) })}
            title={t('filter.remove', { filter: words(filter) })}
            onClick={() => onRemove(filter.column)}
            className="grid w-11 shrink-0 place-items-center -outline-offset-2 hover:bg-wash md:w-8"
          >
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
