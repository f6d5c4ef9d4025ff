import type { ReactNode } from 'react'
import { useIsPhone } from './is-phone.ts'

/** A column of right-aligned figures or, with `words`, of text. A phone's card shows an `action` next to its title. */
export type FigureColumn<T> = {
  label: string
  unit?: string
  words?: boolean
  action?: boolean
  of: (row: T) => ReactNode
}
type Props<T> = {
  caption: string
  /** The first column names the row. */
  columns: readonly [FigureColumn<T>, ...FigureColumn<T>[]]
  rows: readonly T[]
  keyOf: (row: T) => string
  /** The cells of a last row with totals, starting with the first column. */
  total?: readonly ReactNode[]
}

/** A table of figures without sorting. On a phone, a table with more than three columns becomes a list of cards. */
export function FigureTable<T>(props: Props<T>) {
  const isPhone = useIsPhone()
  return isPhone && props.columns.length > 3 ? <Cards {...props} /> : <Table {...props} />
}

function Table<T>({ caption, columns, rows, keyOf, total }: Props<T>) {
  return (
    <table className="w-full text-13 [&_td]:pl-4 [&_th+th]:pl-4">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-ink text-12">
          {columns.map((column, at) => (
            <th key={column.label} scope="col" className={`py-1.5 align-bottom font-strong ${side(column, at)}`}>
              <Name {...column} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <Row key={keyOf(row)} columns={columns} cells={columns.map(column => column.of(row))} />
        ))}
      </tbody>
      {total && (
        <tfoot>
          <Row columns={columns} cells={total} isTotal />
        </tfoot>
      )}
    </table>
  )
}

type RowProps<T> = { columns: readonly FigureColumn<T>[]; cells: readonly ReactNode[]; isTotal?: boolean }

function Row<T>({ columns, cells: [first, ...cells], isTotal }: RowProps<T>) {
  const weight = isTotal ? 'font-strong' : 'font-normal'
  return (
    <tr className={`h-9 border-b border-line hover:bg-wash ${weight}`}>
      <th scope="row" className={`py-1 text-start ${weight}`}>
        {first}
      </th>
      {columns.slice(1).map((column, at) => (
        <td key={column.label} className={`py-1 ${side(column, at + 1)}`}>
          {cells[at]}
        </td>
      ))}
    </tr>
  )
}

const side = ({ words }: { words?: boolean }, at: number) => (at === 0 || words ? 'text-start' : 'figures')

function Cards<T>({ caption, columns, rows, keyOf, total }: Props<T>) {
  return (
    <ul aria-label={caption} className="border-t border-ink text-13">
      {rows.map(row => (
        <Card key={keyOf(row)} columns={columns} cells={columns.map(column => column.of(row))} />
      ))}
      {total && <Card columns={columns} cells={total} isTotal />}
    </ul>
  )
}

/** One row as a card. In large text, a figure moves below its name. */
function Card<T>({ columns, cells: [first, ...cells], isTotal }: RowProps<T>) {
  const told = columns.slice(1).flatMap((column, at) => (cells[at] === undefined ? [] : [{ column, cell: cells[at] }]))
  return (
    <li className="border-b border-line py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p className="text-14 font-strong">{first}</p>
        {told.map(({ column, cell }) => column.action && <div key={column.label}>{cell}</div>)}
      </div>
      <dl className="mt-1 grid gap-y-0.5">
        {told.map(
          ({ column, cell }) =>
            !column.action && (
              <div key={column.label} className="flex flex-wrap justify-between gap-x-4">
                <dt className="text-faded">
                  <Name {...column} />
                </dt>
                <dd className={`figures ml-auto min-w-0 wrap-anywhere ${isTotal ? 'font-strong' : ''}`}>{cell}</dd>
              </div>
            ),
        )}
      </dl>
    </li>
  )
}

const Name = ({ label, unit }: { label: string; unit?: string }) => (
  <>
    {label} {unit && <span className="font-normal text-faded">{unit}</span>}
  </>
)
