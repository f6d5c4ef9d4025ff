import type { WatchlistStock } from '@finlist/contract/watchlist'
import { figuresOf } from '@finlist/domain/watchlist/figures'
import { Change, formatChange, formatMoney, formatNumber, formatPrice } from '../../components/market-figures.tsx'
import { UnconfirmedMark } from '../../components/stock/unconfirmed-mark.tsx'

export const none = '--'

/** Formats an amount; two dashes if there is no price. */
export const amount = (value: number | null) => (value === null ? none : inWords(value))

/** Formats amounts of 100,000 and more without decimals. */
const inWords = (value: number) => (Math.abs(value) < 100_000 ? formatMoney(value) : formatNumber(Math.round(value)))

const signed = (value: number) => `${value > 0 ? '+' : ''}${inWords(value)}`

type Sum = Pick<ReturnType<typeof figuresOf>, 'profit' | 'profitPercent'>

/** A profit and, next to it, the profit as a percentage of the cost. */
export function ProfitOf({ profit, profitPercent }: Sum) {
  if (profit === null) return none
  return (
    <>
      <Change value={profit} format={signed} />{' '}
      <span className="inline-block min-w-14 text-12 text-faded">
        {profitPercent === null ? none : `${formatChange(profitPercent)}%`}
      </span>
    </>
  )
}

/** The latest price, with a mark if it is unconfirmed. */
export function Price({ stock: { currentPrice, unconfirmed } }: { stock: WatchlistStock }) {
  if (currentPrice === null) return none
  return (
    <>
      {formatPrice(currentPrice)}
      {unconfirmed && <UnconfirmedMark />}
    </>
  )
}

export const Profit = ({ stock }: { stock: WatchlistStock }) => <ProfitOf {...figuresOf(stock)} />
