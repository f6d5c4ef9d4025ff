import {
  addWatchlistStock,
  changeWatchlistStock,
  type SelectableStock,
  type Watchlist,
  type WatchlistStock,
} from '@finlist/contract/watchlist'
import { type FormEvent, useState } from 'react'
import { request } from '../../api/request.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { PositionFields, positionOf } from '../../parts/position-fields.tsx'
import { refreshWatchlists, tellFailure } from '../../parts/watchlists.ts'
import { Button } from '../../ui/button.tsx'
import Dialog from '../../ui/dialog.tsx'
import { titleOf } from './position-title.ts'
import { StockPicker } from './StockPicker.tsx'

const step = 0.0001

type Props = { list: Watchlist; stock?: WatchlistStock; onClose: () => void }

/** Load it lazily. Adds a stock to the list, or changes the position given. A failure is written to the console. */
export default function PositionDialog({ list, stock, onClose }: Props) {
  const t = useTranslation('watchlist')
  const [picked, setPicked] = useState<SelectableStock>()
  const [typed, setTyped] = useState({
    buyPrice: stock ? String(stock.buyPrice) : '',
    shares: stock ? String(stock.shares) : '',
  })
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const position = positionOf(typed, step)
    if (!position || (!stock && !picked)) return
    setBusy(true)
    const id = list.watchlistId
    try {
      if (stock)
        await request(changeWatchlistStock, {
          params: { id, watchlistStockId: stock.watchlistStockId },
          body: position,
        })
      else if (picked)
        await request(addWatchlistStock, {
          params: { id },
          body: { stockCode: picked.stockCode, exchange: picked.exchange, ...position },
        })
      await refreshWatchlists()
      onClose()
    } catch (error) {
      await tellFailure(error, t('error.unknown'))
    } finally {
      setBusy(false)
    }
  }
  const title = stock
    ? t('modify.title', { stock: titleOf(stock) })
    : t('add.stock.title', { name: list.watchlistName })
  return (
    <Dialog open narrow onClose={onClose} title={title} closeLabel={t('close')}>
      <form noValidate onSubmit={event => void save(event)} className="grid gap-4">
        {!stock && <StockPicker picked={picked} onPick={setPicked} wrong={tried && !picked} />}
        <PositionFields typed={typed} onType={setTyped} step={step} tried={tried} />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose} className="max-md:flex-1">
            {t('cancel')}
          </Button>
          <Button type="submit" variant="main" disabled={busy} className="max-md:flex-1">
            {t(stock ? 'save' : 'add')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
