import { ArrowDown, ArrowUp } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import type { Sort } from './sort.ts'

/**
 * `width`: in rem. A column without it takes the remaining width, but at least `least`. `end`: right-aligns numbers.
 * `still`: the column cannot be sorted. `isTerm`: the key is a word of the glossary, and the sign that explains it is
 * above the label. `isControl`: the column is not printed. `also`: the second figure of its cells, with its own sort
 * button next to the first.
 */
export type Column<K extends string> = {
  key: K
  label: string
  unit?: string
  end?: boolean
  width?: number
  least?: number
  still?: boolean
  isTerm?: true | undefined
  isControl?: true | undefined
  also?: { key: K; label: string; name: string }
}
type Props<K extends string> = {
  caption: string
  columns: readonly Column<K>[]
  sort?: Sort<K>
  onSort?: (by: K) => void
  busy?: boolean
  /** Reduces the height of the rows. */
  compact?: boolean | undefined
  /** Reduces the space between cells, as in lists with many columns. The given widths must take this into account. */
  tight?: boolean
  /** Number of columns that stay in view when the table scrolls sideways. */
  stays?: 1 | 2
  children: ReactNode
}

/**
 * A dense list below a sticky heading row with sort buttons. If its columns do not fit, it becomes an area that scrolls
 * both ways, with shaded edges where there is more. Its children are native table bodies.
 */
export function DataTable<K extends string>({
  caption,
  columns,
  sort,
  onSort,
  busy,
  compact,
  tight,
  stays,
  children,
}: Props<K>) {
  const { least, scrolls, isTight, widthOf, roomOf } = roomFor(columns, tight)
  return (
    <div className="@container">
      <div
        className={scrolls}
        style={stays && ({ '--first': roomOf(columns[0]) } as CSSProperties)}
        // Some browsers make a scrolling element a tab stop, so it needs a name. Without sort buttons it always is one,
        // because the heading row then has none.
        {...{ role: 'group', 'aria-label': caption, ...(!onSort && { tabIndex: 0 }) }}
      >
        <table
          aria-busy={busy}
          data-stays={stays}
          data-compact={compact || undefined}
          style={{ minWidth: `${least}rem` }}
          data-tight={isTight || undefined}
          className="list-table text-13"
        >
          <caption className="sr-only">{caption}</caption>
          <colgroup>
            {columns.map(column => (
              <col key={column.key} style={{ width: widthOf(column) }} />
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

const usual = 70

const windows = [
  [70, '@max-[70rem]:sideways'],
  [71.25, '@max-[71.25rem]:sideways'],
  [80, '@max-[80rem]:sideways'],
] as const

/** Width saved per column, in rem, when the space between cells is reduced. */
const closerBy = 0.5

/**
 * Calculates a table's column widths, and the class that makes it scroll if they do not fit. Reduces the space between
 * cells if there are too many columns for a common screen.
 */
function roomFor(columns: readonly { width?: number; least?: number }[], tight = false) {
  const sum = (by: number, of = columns) =>
    of.reduce((all, { width, least = 0 }) => all + (width ? width - by : least), 0)
  const by = tight || sum(0) <= usual ? 0 : closerBy
  const needed = sum(by)
  const [least, scrolls] = windows.find(([rem]) => needed <= rem) ?? [needed, 'sideways']
  return {
    least: least === usual ? usual : needed,
    scrolls,
    isTight: tight || by > 0,
    widthOf: ({ width }: { width?: number }) => width && `${width - by}rem`,
    /** The width of a column when the table is at its narrowest. */
    roomOf: (column?: { width?: number; least?: number }) => column && `${sum(by, [column])}rem`,
  }
}

type HeadProps<K extends string> = { column: Column<K>; sort?: Sort<K>; onSort?: (by: K) => void }

function HeadCell<K extends string>({ column, sort, onSort }: HeadProps<K>) {
  const { key, label, unit, end, still, isTerm, isControl, also } = column
  const active = sort !== undefined && (sort.by === key || sort.by === also?.key)
  const words = (
    <span className="min-w-0">
      {label} {unit && <span className="font-normal whitespace-nowrap text-faded">{unit}</span>}
    </span>
  )
  const place = `flex min-h-11 items-end gap-0.5 pb-1.5 text-12 ${isTerm ? 'pt-5' : ''} ${end ? 'justify-end text-end' : 'text-start'}`
  const button = (by: K, face: ReactNode, className: string, name?: string) => {
    const Arrow = sort?.by === by && sort.down ? ArrowDown : ArrowUp
    const arrow = (
      <Arrow
        size={13}
        aria-hidden
        className={`shrink-0 ${sort?.by === by ? 'text-accent' : 'opacity-0 group-hover:opacity-50'}`}
      />
    )
    return (
      <button
        type="button"
        aria-label={name}
        onClick={() => onSort?.(by)}
        className={`group -outline-offset-2 ${place} ${className}`}
      >
        {end && arrow}
        {face}
        {!end && arrow}
      </button>
    )
  }
  return (
    <th
      scope="col"
      data-head={key}
      aria-label={isTerm && (unit ? `${label} ${unit}` : label)}
      aria-sort={active ? (sort.down ? 'descending' : 'ascending') : undefined}
      className={`sticky top-(--bars) z-1 ${isControl ? 'print:hidden' : ''}`}
    >
      {!onSort || still ? (
        <span className={`w-full px-2.5 ${place}`}>{words}</span>
      ) : also ? (
        <span className="flex">
          {button(key, words, 'flex-1 pl-2.5')}
          {button(also.key, also.label, 'w-16 pr-2.5', also.name)}
        </span>
      ) : (
        button(key, words, 'w-full px-2.5')
      )}
      {isTerm && (
        <button type="button" data-term={key} aria-label={`${label}?`} aria-expanded={false} className="term" />
      )}
    </th>
  )
}
