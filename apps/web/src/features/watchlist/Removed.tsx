import { restoreWatchlistStock, type Watchlist, type WatchlistStock } from '@finlist/contract/watchlist'
import { X } from 'lucide-react'
import { useState } from 'react'
import { request } from '../../api/request.ts'
import { refreshWatchlists, tellFailure } from '../../components/watchlists.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { titleOf } from './position-title.ts'

type Props = { list: Watchlist; stock: WatchlistStock; onOver: () => void }

/** Names the position or list that was last removed, with a button to restore it unchanged. */
export default function Removed({ list, stock, onOver }: Props) {
  const t = useTranslation('watchlist')
  const [isSending, setSending] = useState(false)
  const undo = async () => {
    setSending(true)
    const params = { id: list.watchlistId, watchlistStockId: stock.watchlistStockId }
    await request(restoreWatchlistStock, { params }).catch(error => tellFailure(error, t))
    await refreshWatchlists()
    onOver()
  }
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md border border-edge bg-raised py-1 pr-1 pl-3 text-13">
      <output className="min-w-0 flex-1">{t('removed', { stock: titleOf(stock) })}</output>
      <Button disabled={isSending} onClick={() => void undo()} className="px-3! text-13!">
        {t('undo')}
      </Button>
      <button
        type="button"
        aria-label={t('close')}
        onClick={onOver}
        className="grid size-11 place-items-center rounded-md hover:bg-wash md:size-8"
      >
        <X size={16} aria-hidden />
      </button>
    </div>
  )
}
