import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Sort } from './sort.ts'

/** `width` in rem; a column without one takes what is left. `end` sets numbers to the right; a `still` one does not sort. */
export type Column<K extends string> = {
  key: K
  label: string
  unit?: string
  end?: boolean
  width?: number
  still?: boolean
}
type Props<K extends string> = {
  caption: string
  columns: readonly Column<K>[]
  sort?: Sort<K>
  onSort?: (by: K) => void
  busy?: boolean
  children: ReactNode
}

/**
 * A dense list under a head that stays in view and sorts. Where it is too narrow for its columns it becomes a window of
 * its own that scrolls both ways. Children are table bodies of native rows.
 */
export function DataTable<K extends string>({ caption, columns, sort, onSort, busy, children }: Props<K>) {
  return (
    <div className="@container">
      <div className="@max-[70rem]:max-h-[calc(100dvh-4rem)] @max-[70rem]:overflow-auto">
        <table
          aria-busy={busy}
          className="w-full min-w-280 table-fixed border-separate border-spacing-0 text-13 [&>tbody>tr>td]:h-9 [&>tbody>tr>td]:border-b [&>tbody>tr>td]:border-line [&>tbody>tr>td]:px-2.5"
        >
          <caption className="sr-only">{caption}</caption>
          <colgroup>
            {columns.map(({ key, width }) => (
              <col key={key} style={{ width: width && `${width}rem` }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {columns.map(column => (
                <HeadCell key={column.key} column={column} {...(sort && { sort })} {...(onSort && { onSort })} />
              ))}
            </tr>
          </thead>
          {children}
        </table>
      </div>
    </div>
  )
}

type HeadProps<K extends string> = { column: Column<K>; sort?: Sort<K>; onSort?: (by: K) => void }

function HeadCell<K extends string>({ column: { key, label, unit, end, still }, sort, onSort }: HeadProps<K>) {
  const active = sort?.by === key
  const Arrow = active && sort.down ? ArrowDown : ArrowUp
  const arrow = onSort && !still && (
    <Arrow
      size={13}
      aria-hidden
      className={`shrink-0 ${active ? 'text-accent' : 'opacity-0 group-hover:opacity-50'}`}
    />
  )
  const words = (
    <>
      {end && arrow}
      <span className="min-w-0">
        {label} {unit && <span className="font-normal whitespace-nowrap text-faded">{unit}</span>}
      </span>
      {!end && arrow}
    </>
  )
  const place = `flex min-h-11 w-full items-end gap-0.5 px-2.5 pb-1.5 text-12 ${end ? 'justify-end text-end' : 'text-start'}`
  return (
    <th
      scope="col"
      aria-sort={active ? (sort.down ? 'descending' : 'ascending') : undefined}
      className="sticky top-12 z-1 border-b border-ink bg-paper p-0 align-bottom font-strong @max-[70rem]:top-0"
    >
      {onSort && !still ? (
        <button type="button" onClick={() => onSort(key)} className={`group -outline-offset-2 ${place}`}>
          {words}
        </button>
      ) : (
        <span className={place}>{words}</span>
      )}
    </th>
  )
}
