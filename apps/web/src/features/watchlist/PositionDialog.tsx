import {
  addWatchlistStock,
  changeWatchlistStock,
  type SelectableStock,
  type Watchlist,
  type WatchlistStock,
} from '@finlist/contract/watchlist'
import { request } from '../../api/request.ts'
import { StockPicker } from '../../components/stock/stock-picker.tsx'
import { useCallForm } from '../../components/use-call-form.ts'
import { PositionFields, positionOf, typedPrice, usePosition } from '../../components/watchlist/position-fields.tsx'
import { refreshWatchlists, tellFailure } from '../../components/watchlists.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { afterPaint } from '../../ui/after-paint.ts'
import { Button } from '../../ui/button.tsx'
import Dialog from '../../ui/dialogs/dialog.tsx'
import { titleOf } from './position-title.ts'

const step = 0.0001

type Props = {
  list: Watchlist
  stock?: WatchlistStock
  onClose: () => void
  /** Announces the saved change to screen readers. */
  onSaid: (text: string) => void
}

/** Lazy-loaded. Adds a stock to the list, or changes the given position. A failure is logged to the console. */
export default function PositionDialog({ list, stock, onClose, onSaid }: Props) {
  const t = useTranslation('watchlist')
  const position = usePosition()
  const id = list.watchlistId
  const form = useCallForm(addWatchlistStock, {
    start: {
      picked: stock as SelectableStock | undefined,
      buyPrice: stock ? typedPrice(stock.buyPrice) || '0' : '',
      shares: stock ? String(Math.floor(stock.shares)) : '',
    },
    ask: ({ picked, ...typed }) => ({
      params: { id },
      body: { stockCode: picked?.stockCode, exchange: picked?.exchange, ...positionOf(typed) },
    }),
    fields: { stockCode: 'picked', exchange: 'picked' },
    words: { picked: t('stock.required'), ...position.words },
    check: typed => ({ buyPrice: position.priceFault(typed) }),
    send: async asked => {
      if (!stock) await request(addWatchlistStock, asked)
      else {
        const { watchlistStockId } = stock
        await request(changeWatchlistStock, { params: { id, watchlistStockId }, body: asked.body })
      }
      await refreshWatchlists()
    },
    onDone: (_, __, { picked }) => {
      onClose()
      if (!picked) return
      const text = t(stock ? 'position.saved' : 'position.added', { stock: titleOf(picked) })
      // Announced after the dialog has closed, because until then the page is hidden from screen readers.
      void afterPaint().then(() => onSaid(text))
    },
    onFailed: error => tellFailure(error, t),
  })
  const title = stock
    ? t('modify.title', { stock: titleOf(stock) })
    : t('add.stock.title', { name: list.watchlistName })
  return (
    <Dialog open narrow onClose={onClose} title={title} closeLabel={t('close')}>
      <form {...form.props} className="grid gap-4">
        {!stock && (
          <StockPicker
            picked={form.values.picked}
            onPick={picked => form.set('picked', picked)}
            wrong={form.wrong('picked') !== undefined}
          />
        )}
        <PositionFields typed={form.values} field={form.field} step={step} />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose} className="max-md:flex-1">
            {t('cancel')}
          </Button>
          <Button type="submit" variant="main" disabled={form.isSending} className="max-md:flex-1">
            {t(stock ? 'save' : 'add')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
