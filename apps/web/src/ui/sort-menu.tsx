import { ArrowDown, ArrowUp } from 'lucide-react'
import type { Sort } from './sort.ts'

type Props<K extends string> = {
  label: string
  options: readonly { key: K; label: string }[]
  sort: Sort<K>
  /** Called with the chosen key. The active key reverses the direction; another key starts in ascending order. */
  onSort: (by: K) => void
  upLabel: string
  downLabel: string
}

/** Sorts a list on a phone, by a menu of the sort keys and a button that reverses the direction. */
export function SortMenu<K extends string>({ label, options, sort, onSort, upLabel, downLabel }: Props<K>) {
  const Arrow = sort.down ? ArrowDown : ArrowUp
  return (
    <div className="flex items-center gap-2 border-b border-ink pb-1 md:pb-2">
      <label className="flex min-w-0 flex-1 items-center gap-2 text-13 text-faded">
        <span className="shrink-0">{label}</span>
        <select
          value={sort.by}
          onChange={event => event.target.value !== sort.by && onSort(event.target.value as K)}
          className="h-11 min-w-0 flex-1 rounded-md border border-edge bg-raised px-2 text-16 text-ink"
        >
          {options.map(option => (
            <option key={option.key} value={option.key}>
              {option.label}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        onClick={() => onSort(sort.by)}
        className="flex h-11 shrink-0 items-center gap-1.5 rounded-md border border-edge px-3 text-13"
      >
        <Arrow size={15} aria-hidden />
        {sort.down ? downLabel : upLabel}
      </button>
    </div>
  )
}
