import type { MapStock } from '@finlist/contract/screener'
import type { Market } from '@finlist/domain/markets'
import { Link } from '../../components/link.tsx'
import { Change, formatChange } from '../../components/market-figures.tsx'
import { chartOf } from './chart-address.ts'
import type { useStockWords } from './stock-words.ts'

type Props = {
  stock: MapStock
  market: Market
  words: ReturnType<typeof useStockWords>
  change: number | null
}

/** The figures of the stock under the pointer, or with the focus. */
export function Details({ stock, market, words, change }: Props) {
  return (
    <div className="min-w-0 flex-1 basis-40 text-13">
      <Link
        to={chartOf(market, stock)}
        className="block truncate font-strong text-accent no-underline hover:underline max-md:leading-7"
      >
        {words.title(stock)}
      </Link>
      <p className="flex flex-wrap gap-x-3 text-12 tabular-nums">
        <span>{words.price(stock)}</span>
        <span>
          <Change value={change} format={value => `${formatChange(value)}%`} />{' '}
          <span className="text-faded">{words.period}</span>
        </span>
        <span>{words.turnover(stock)}</span>
      </p>
    </div>
  )
}
