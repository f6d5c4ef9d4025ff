import type { FinListStock } from '@finlist/contract/finlist'
import { removeWatchlistStock } from '@finlist/contract/watchlist'
import { padded } from '@finlist/domain/chart/padded'
import type { ExchangeId } from '@finlist/domain/markets'
import { Bookmark, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { request } from '../../api/request.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { formatPrice } from '../market-figures.tsx'
import { nameOf } from '../stock-name.ts'
import { refreshWatchlists, tellFailure, useFreshOnFocus } from '../watchlists.ts'

const AddToWatchlist = lazy(() => import('./add-to-watchlist.tsx'))

export type StockProps = {
  exchange: ExchangeId
  stock: Pick<FinListStock, 'stockCode' | 'stockName' | 'stockNameZh' | 'close' | 'watchlistData'>
  /** The amount by which an arrow key changes the buy price; differs between screens. */
  step: number
}

/** Lazy-loaded, with the texts of 'watchlist'. The user's positions in a stock, and the button to add one. */
export function OwnPositions({ exchange, stock, step }: StockProps) {
  const t = useTranslation('watchlist')
  const [adding, setAdding] = useState(false)
  return (
    <>
      <PositionList exchange={exchange} stock={stock} />
      <Button aria-haspopup="dialog" onClick={() => setAdding(true)} className="mt-3 max-md:w-full">
        <Bookmark size={15} aria-hidden />
        {t('add')}
      </Button>
      {adding && (
        <Suspense>
          <AddToWatchlist exchange={exchange} stock={stock} step={step} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}

type Entry = FinListStock['watchlistData'][number]

const Question = lazy(() => import('../../ui/dialogs/confirm-dialog.tsx'))

/** One line per list that contains the stock, with its buy price there. */
export function PositionList({ exchange, stock }: Omit<StockProps, 'step'>) {
  const t = useTranslation('watchlist')
  const [removing, setRemoving] = useState<Entry>()
  useFreshOnFocus()
  const answer = async (yes: boolean, { watchlistId: id, watchlistStockId }: Entry) => {
    setRemoving(undefined)
    if (!yes) return
    await request(removeWatchlistStock, { params: { id, watchlistStockId } }).catch(error => tellFailure(error, t))
    await refreshWatchlists()
  }
  if (stock.watchlistData.length === 0) return <p className="pt-2 text-14 text-faded">{t('own.none')}</p>
  return (
    <>
      <ul className="text-14">
        {stock.watchlistData.map(entry => (
          <li key={entry.watchlistStockId} className="flex items-center justify-between gap-3 border-b border-line">
            <span className="flex min-w-0 flex-1 items-baseline justify-between gap-4">
              <span className="min-w-0 truncate">{entry.watchlistName}</span>
              <span className="shrink-0 text-13 text-faded">
                {t('buyPrice')} <span className="figures text-14 text-ink">{formatPrice(entry.buyPrice)}</span>
              </span>
            </span>
            <button
              type="button"
              aria-haspopup="dialog"
              aria-label={t('own.remove', { name: entry.watchlistName })}
              title={t('own.remove', { name: entry.watchlistName })}
              onClick={() => setRemoving(entry)}
              className="grid size-11 shrink-0 place-items-center rounded-md text-faded hover:bg-wash hover:text-ink md:size-8"
            >
              <Trash2 size={15} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {removing && (
        <Suspense>
          <Question
            title={t('remove.title', { stock: `${padded(exchange, stock.stockCode)} ${nameOf(stock)}` })}
            yesLabel={t('remove')}
            noLabel={t('cancel')}
            grave
            onAnswer={yes => void answer(yes, removing)}
          >
            <p>{t('remove.question')}</p>
          </Question>
        </Suspense>
      )}
    </>
  )
}
