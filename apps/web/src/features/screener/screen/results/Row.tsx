import type { ScreenedRow } from '@finlist/contract/screener'
import { padded } from '@finlist/domain/chart/padded'
import { symbolOf } from '@finlist/domain/chart/symbol'
import { marketOf } from '@finlist/domain/markets'
import { type FigureName, figureOf } from '@finlist/domain/screener/figures'
import { memo, type ReactNode } from 'react'
import { Link } from '../../../../components/link.tsx'
import { Spark } from '../../../../components/small-charts/lazy.tsx'
import { nameOf } from '../../../../components/stock-name.ts'
import { chartOf } from '../../chart-address.ts'
import { valueCell, type Words } from '../value.tsx'

export type RowProps = {
  row: ScreenedRow
  /** The figures of the row's values. */
  figures: readonly FigureName[]
  words: Words
  /** The name of the row's market, if there are several. */
  market: string | undefined
  /** When the stock last traded, if before the market's newest day. */
  old: string | undefined
  /** The symbols of the request that brings the row's price line; undefined if the table has none. */
  among?: string | undefined
}

/** A stock as a row of the table. */
export const Row = memo(function Row({ row, figures, words, market, old, among }: RowProps) {
  const name = nameOf(row)
  return (
    <tr
      data-code={row.stockCode}
      data-market={marketOf(row.exchange).linkSuffix}
      className="cursor-pointer hover:bg-wash hover:[--row:var(--wash)]"
    >
      <th scope="row">
        <ChartLink row={row} />
      </th>
      <th scope="row" title={name}>
        <span className="flex items-baseline justify-between gap-2">
          <span className="truncate">{name}</span>
          {old && <span className="text-12 whitespace-nowrap text-faded">{old}</span>}
        </span>
      </th>
      {among !== undefined && (
        <td>
          <Spark symbol={symbolOf(row)} among={among} />
        </td>
      )}
      {market !== undefined && <td className="truncate">{market}</td>}
      {figures.map((figure, at) => (
        <Cell key={figure} figure={figure}>
          {valueCell(figure, row.values[at] ?? null, words)}
        </Cell>
      ))}
    </tr>
  )
})

const Cell = ({ figure, children }: { figure: FigureName; children: ReactNode }) => (
  <td className={figureOf(figure).kind === 'number' ? 'figures whitespace-nowrap' : 'truncate'}>{children}</td>
)

const ChartLink = ({ row }: { row: ScreenedRow }) => (
  <Link
    to={chartOf(marketOf(row.exchange), row)}
    aria-label={`${padded(row.exchange, row.stockCode)} ${nameOf(row)}`}
    className="font-strong text-accent tabular-nums no-underline hover:underline"
  >
    {padded(row.exchange, row.stockCode)}
  </Link>
)
