import { maxNote, noteWatchlistStock, type Watchlist, type WatchlistStock } from '@finlist/contract/watchlist'
import { useState } from 'react'
import { request } from '../../api/request.ts'
import { refreshWatchlists, tellFailure } from '../../components/watchlists.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'

type Props = { list: Watchlist; stock: WatchlistStock }

/** The user's private note on the position. */
export function Note({ list, stock }: Props) {
  const t = useTranslation('watchlist')
  const [typed, setTyped] = useState(stock.note)
  const [isSending, setSending] = useState(false)
  const isChanged = typed.trim() !== stock.note
  const save = async () => {
    setSending(true)
    const params = { id: list.watchlistId, watchlistStockId: stock.watchlistStockId }
    await request(noteWatchlistStock, { params, body: { note: typed } }).then(refreshWatchlists, error =>
      tellFailure(error, t),
    )
    setSending(false)
  }
  return (
    <section className="mt-6">
      <TextArea
        label={t('note')}
        rows={3}
        maxLength={maxNote}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {isChanged && (
        <div className="mt-2 flex justify-end">
          <Button variant="main" disabled={isSending} onClick={() => void save()}>
            {t('note.save')}
          </Button>
        </div>
      )}
    </section>
  )
}
