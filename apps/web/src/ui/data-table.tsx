import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Sort } from './sort.ts'

/**
 * `width` in rem; a column without one takes what is left, `least` at least. `end` right-aligns numbers; a `still` one does not sort.
 * `isTerm`: its key is a word of the glossary, whose sign stands over the label.
 * `also`: the second figure of its cells, sorted by a button of its own beside the first.
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
  also?: { key: K; label: string; name: string }
}
type Props<K extends string> = {
  caption: string
  columns: readonly Column<K>[]
  sort?: Sort<K>
  onSort?: (by: K) => void
  busy?: boolean
  /** Rows stand closer. */
  compact?: boolean | undefined
  /** Many columns: they stand closer. */
  tight?: boolean
  children: ReactNode
}

/**
 * A dense list under a head that stays in view and sorts. Where it is too narrow for its columns it becomes a window of
 * its own that scrolls both ways, and shows at its edge that there is more. Children are table bodies of native rows.
 */
export function DataTable<K extends string>({
  caption,
  columns,
  sort,
  onSort,
  busy,
  compact,
  tight,
  children,
}: Props<K>) {
  const { least, scrolls } = roomFor(columns)
  return (
    <div className="@container">
      <div className={scrolls}>
        <table
          aria-busy={busy}
          style={{ minWidth: `${least}rem` }}
          className={`w-full table-fixed border-separate border-spacing-0 text-13 [&>tbody>tr>td]:border-b [&>tbody>tr>td]:border-line ${tight ? '[&>tbody>tr>td]:px-1.5 [&_th>button]:px-1.5 [&_th>span]:px-1.5 [&_th_.opacity-0]:hidden' : '[&>tbody>tr>td]:px-2.5'} ${compact ? '[&>tbody>tr>td]:h-7' : '[&>tbody>tr>td]:h-9'}`}
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

const usual = 70

const windows = [
  [
    70,
    '@max-[70rem]:edges @max-[70rem]:max-h-[calc(100dvh-4rem)] @max-[70rem]:overflow-auto @max-[70rem]:[&_th]:top-0',
  ],
  [
    71.25,
    '@max-[71.25rem]:edges @max-[71.25rem]:max-h-[calc(100dvh-4rem)] @max-[71.25rem]:overflow-auto @max-[71.25rem]:[&_th]:top-0',
  ],
  [
    80,
    '@max-[80rem]:edges @max-[80rem]:max-h-[calc(100dvh-4rem)] @max-[80rem]:overflow-auto @max-[80rem]:[&_th]:top-0',
  ],
] as const
const always = 'edges max-h-[calc(100dvh-4rem)] overflow-auto [&_th]:top-0'

/** The least width of a table in rem, and the class of what becomes its window where there is less. */
function roomFor(columns: readonly { width?: number; least?: number }[]) {
  const needed = columns.reduce((sum, { width, least = 0 }) => sum + (width ?? least), 0)
  const [least, scrolls] = windows.find(([rem]) => needed <= rem) ?? [needed, always]
  return { least: least === usual ? usual : needed, scrolls }
}

type HeadProps<K extends string> = { column: Column<K>; sort?: Sort<K>; onSort?: (by: K) => void }

function HeadCell<K extends string>({ column, sort, onSort }: HeadProps<K>) {
  const { key, label, unit, end, still, isTerm, also } = column
  const active = sort !== undefined && (sort.by === key || sort.by === also?.key)
  const words = (
    <span className="min-w-0">
      {label} {unit && <span className="font-normal whitespace-nowrap text-faded">{unit}</span>}
    </span>
  )
  const place = `flex min-h-11 items-end gap-0.5 pb-1.5 text-12 ${end ? 'justify-end text-end' : 'text-start'}`
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
      aria-sort={active ? (sort.down ? 'descending' : 'ascending') : undefined}
      className="sticky top-12 z-1 border-b border-ink bg-paper p-0 align-bottom font-strong"
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
      {isTerm && <button type="button" data-term={key} aria-label="?" className="term" />}
    </th>
  )
}
