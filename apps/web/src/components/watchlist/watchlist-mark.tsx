import type { FinListStock } from '@finlist/contract/finlist'
import { Bookmark } from 'lucide-react'
import { formatPrice } from '../market-figures.tsx'

type Props = {
  /** The stock's code, which the click handler of an ancestor reads. The button has no handler. */
  code: string
  own: FinListStock['watchlistData']
  label: string
  className?: string
}

/**
 * The button that adds a row's stock to a watchlist. If any list already contains the stock, the button is filled and
 * names those lists and the buy prices.
 */
export function WatchlistMark({ code, own, label, className = '' }: Props) {
  return (
    <button
      type="button"
      data-add={code}
      data-own={own.length || undefined}
      aria-haspopup="dialog"
      aria-label={own.length > 0 ? `${label}. ${own.map(entryInWords).join('; ')}` : label}
      className={`group relative grid place-items-center rounded-md hover:bg-wash hover:text-accent ${own.length > 0 ? 'text-accent' : 'text-edge'} ${className}`}
    >
      <Bookmark size={16} aria-hidden className={own.length > 0 ? 'fill-current' : ''} />
      {own.length > 0 && (
        <span
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-full z-10 mr-1 hidden w-max max-w-72 -translate-y-1/2 rounded-sm bg-ink px-2 py-1 text-start text-12 font-normal text-paper shadow-float group-hover:block group-focus-visible:block"
        >
          {own.map(entry => (
            <span key={entry.watchlistStockId} className="flex justify-between gap-4">
              <span className="min-w-0 truncate">{entry.watchlistName}</span>
              <span>{formatPrice(entry.buyPrice)}</span>
            </span>
          ))}
        </span>
      )}
    </button>
  )
}

const entryInWords = ({ watchlistName, buyPrice }: Props['own'][number]) => `${watchlistName} ${formatPrice(buyPrice)}`

/** The code of the stock whose mark was pressed; undefined if the target is not a mark. */
export const addPressed = (target: EventTarget): string | undefined =>
  (target as Element).closest<HTMLElement>('[data-add]')?.dataset['add']
