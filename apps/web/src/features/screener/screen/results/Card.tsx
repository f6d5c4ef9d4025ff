import { padded } from '@finlist/domain/chart/padded'
import { marketOf } from '@finlist/domain/markets'
import { type FigureName, isNumber, isText } from '@finlist/domain/screener/figures'
import { memo } from 'react'
import { Link } from '../../../../components/link.tsx'
import { nameOf } from '../../../../components/stock-name.ts'
import { chartOf } from '../../chart-address.ts'
import { numberFigure } from '../number-words.ts'
import { type Value, valueCell, type Words } from '../value.tsx'
import type { RowProps } from './Row.tsx'

type Props = RowProps & {
  headOf: (name: FigureName) => string
  /** The figure that the list is sorted by. */
  sortedBy: FigureName | undefined
}
type Fact = { figure: FigureName; value: Value }

/** The figures without a label: they need none. */
const plain: readonly FigureName[] = ['price', 'change1d']

/** A stock on a phone: its name and price, its texts and the day's change, and then the other figures with labels. */
export const Card = memo(function Card({ row, figures, words, market, old, headOf, sortedBy }: Props) {
  const facts = figures
    .map((figure, at): Fact => ({ figure, value: row.values[at] ?? null }))
    .filter(({ value }) => value !== null && value !== '' && value !== false)
  const plainFact = (name: FigureName) => facts.find(({ figure }) => figure === name)
  const [price, change] = plain.map(plainFact)
  const texts = [
    market,
    old,
    ...facts.flatMap(({ figure, value }) => (isText(figure) ? [words.textName(figure, String(value))] : [])),
  ].filter(text => text !== undefined)
  const others = facts
    .filter(({ figure }) => !isText(figure) && !plain.includes(figure))
    .toSorted((one, other) => Number(other.figure === sortedBy) - Number(one.figure === sortedBy))
  return (
    <li
      data-code={row.stockCode}
      data-market={marketOf(row.exchange).linkSuffix}
      className="relative border-b border-line px-4 py-2.5"
    >
      <span className="flex items-baseline justify-between gap-3">
        <Link
          to={chartOf(marketOf(row.exchange), row)}
          className="min-w-0 truncate text-16 text-ink no-underline -outline-offset-2 after:absolute after:inset-0"
        >
          <span className="font-strong text-accent tabular-nums">{padded(row.exchange, row.stockCode)}</span>{' '}
          <span>{nameOf(row)}</span>
        </Link>
        {price && <span className="figures shrink-0 text-16 font-strong">{shown(price, words)}</span>}
      </span>
      <span className="flex items-baseline justify-between gap-3 text-13">
        <span className="min-w-0 truncate text-faded">{texts.join(' · ')}</span>
        {change && <span className="figures shrink-0">{shown(change, words)}</span>}
      </span>
      {others.length > 0 && (
        <span className="mt-0.5 flex flex-wrap items-baseline gap-x-3 text-13 text-faded">
          {others.map(fact => (
            <span key={fact.figure}>
              {headOf(fact.figure)}{' '}
              <span className={`text-ink ${fact.figure === sortedBy ? 'font-strong' : ''}`}>{shown(fact, words)}</span>
            </span>
          ))}
        </span>
      )}
    </li>
  )
})

const shown = ({ figure, value }: Fact, words: Words) => (
  <>
    {valueCell(figure, value, words)}
    {isNumber(figure) && numberFigure(figure).unit === 'percent' && '%'}
  </>
)
