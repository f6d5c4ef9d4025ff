import type { FinListStock } from '@finlist/contract/finlist'
import { addWatchlistStock, createWatchlist, removeWatchlistStock } from '@finlist/contract/watchlist'
import type { ExchangeId } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { ask } from '../api/ask.ts'
import { saidBy } from '../api/call-error.ts'
import { useTexts } from '../i18n/texts.ts'
import { Button } from '../ui/button.tsx'
import Dialog from '../ui/dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { CallFailed } from './call-failed.tsx'
import { formatPrice } from './market-figures.tsx'
import { PositionFields, positionOf } from './position-fields.tsx'
import { say } from './say.ts'
import { codeShown, nameOf } from './stock-name.ts'
import { mayCreateList, refreshWatchlists, useBypass, watchlistsOfPerson } from './watchlists.ts'

type Props = {
  exchange: ExchangeId
  stock: Pick<FinListStock, 'stockCode' | 'stockName' | 'stockNameZh' | 'close' | 'watchlistData'>
  /** Of the buy price: each screen has its own. */
  step: number
  /** What a failure does: FinList writes it to the console, Finder shows it. */
  onFailure: 'log' | 'alert'
  onClose: () => void
}

const newList = 'new'

/** Load it lazily. Puts a stock of a list into one of the person's watchlists, and shows where it is already. */
export default function AddToWatchlist({ exchange, stock, step, onFailure, onClose }: Props) {
  const t = useTexts('watchlist')
  const lists = useQuery(watchlistsOfPerson())
  const bypass = useBypass()
  const [listId, setListId] = useState('')
  const [name, setName] = useState('')
  const [typed, setTyped] = useState({ buyPrice: String(stock.close), shares: '' })
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const shown = `${codeShown(exchange, stock.stockCode)} ${nameOf(stock)}`

  const fail = (error: unknown) => {
    const reason = saidBy(error) ?? t('error.unknown')
    if (onFailure === 'alert') void say(reason)
    else console.error(reason)
  }
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
      await refreshWatchlists()
      return true
    } catch (error) {
      fail(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const position = positionOf(typed)
    if (!position || listId === '' || (listId === newList && name.trim() === '')) return
    const done = await attempt(async () => {
      const id = listId === newList ? await ask(createWatchlist, { query: { watchlistName: name } }) : Number(listId)
      if (listId === newList) setListId(String(id))
      await ask(addWatchlistStock, { params: { id }, body: { stockCode: stock.stockCode, exchange, ...position } })
    })
    if (done) onClose()
  }

  return (
    <Dialog open onClose={onClose} title={t('add.title', { stock: shown })} closeLabel={t('close')}>
      {lists.error ? (
        <CallFailed error={lists.error} onRetry={() => void lists.refetch()} />
      ) : !lists.data ? (
        <Skeleton className="h-60 w-full" />
      ) : (
        <form noValidate onSubmit={event => void submit(event)} className="grid gap-4">
          {stock.watchlistData.length > 0 && (
            <section>
              <h3 className="text-13 font-strong">{t('own')}</h3>
              <ul className="text-14">
                {stock.watchlistData.map(({ watchlistId: id, watchlistStockId, watchlistName, buyPrice }) => (
                  <li key={watchlistStockId} className="flex items-center justify-between gap-3 border-b border-line">
                    <span className="min-w-0 truncate">
                      {t('own.at', { name: watchlistName, price: formatPrice(buyPrice) })}
                    </span>
                    <Button
                      look="quiet"
                      disabled={busy}
                      aria-label={`${t('remove')}: ${watchlistName}`}
                      onClick={() =>
                        void attempt(() => ask(removeWatchlistStock, { params: { id, watchlistStockId } })).then(
                          done => done && onClose(),
                        )
                      }
                    >
                      <Trash2 size={15} aria-hidden />
                    </Button>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <div>
            <label htmlFor="watchlist-of-stock" className="mb-1 block text-13 font-strong">
              {t('list')}
            </label>
            <select
              id="watchlist-of-stock"
              required
              value={listId}
              onChange={event => setListId(event.target.value)}
              aria-invalid={tried && listId === '' ? true : undefined}
              aria-describedby={tried && listId === '' ? 'watchlist-of-stock-note' : undefined}
              className="h-11 w-full rounded-md border border-edge bg-raised px-3 text-16 text-ink aria-invalid:border-wrong md:h-9 md:text-14"
            >
              <option value="">{t('list.choose')}</option>
              {lists.data.map(({ watchlistId, watchlistName }) => (
                <option key={watchlistId} value={watchlistId}>
                  {watchlistName}
                </option>
              ))}
              <option value={newList} disabled={!mayCreateList(lists.data.length, bypass)}>
                {t('list.new')}
              </option>
            </select>
            {tried && listId === '' && (
              <p id="watchlist-of-stock-note" className="mt-1 text-13 text-wrong">
                {t('list.required')}
              </p>
            )}
          </div>
          {listId === newList && (
            <TextField
              label={t('name')}
              required
              maxLength={60}
              value={name}
              onChange={event => setName(event.target.value)}
              wrong={tried && name.trim() === '' && t('name.required')}
            />
          )}
          <PositionFields typed={typed} onType={setTyped} step={step} tried={tried} />
          <div className="flex justify-end gap-3">
            <Button onClick={onClose} className="max-md:flex-1">
              {t('cancel')}
            </Button>
            <Button type="submit" look="main" disabled={busy} className="max-md:flex-1">
              {t('add')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
