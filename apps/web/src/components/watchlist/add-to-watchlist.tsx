import { addWatchlistStock, createWatchlist } from '@finlist/contract/watchlist'
import { padded } from '@finlist/domain/chart/padded'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../api/request.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import Dialog from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CallFailed } from '../notices/call-failed.tsx'
import { nameOf } from '../stock-name.ts'
import { useCallForm } from '../use-call-form.ts'
import {
  isFull,
  mayCreateList,
  refreshWatchlists,
  tellFailure,
  useBypass,
  useFreshOnFocus,
  watchlistsOfPerson,
} from '../watchlists.ts'
import { PositionList, type StockProps } from './own-positions.tsx'
import { PositionFields, positionOf, typedPrice, usePosition } from './position-fields.tsx'

type AddProps = StockProps & { onClose: () => void }

const newList = 'new'

/**
 * Lazy-loaded, with the texts of 'watchlist'. Adds a stock to a watchlist, and shows which lists already contain it.
 */
export default function AddToWatchlist({ exchange, stock, step, onClose }: AddProps) {
  const t = useTranslation('watchlist')
  const lists = useQuery(watchlistsOfPerson())
  const isAtLimit = lists.data?.some(list => isFull(list, false)) || !mayCreateList(lists.data?.length ?? 0, false)
  const bypass = useBypass(isAtLimit)
  useFreshOnFocus()
  const position = usePosition()
  // Deselects a watchlist that was deleted in another window.
  const stillThere = (chosen: string) =>
    lists.data?.some(({ watchlistId }) => String(watchlistId) === chosen) || chosen === newList ? chosen : ''
  const form = useCallForm(addWatchlistStock, {
    start: { listId: '', watchlistName: '', buyPrice: typedPrice(stock.close), shares: '' },
    ask: ({ listId, ...typed }) => ({
      params: { id: listId },
      body: { stockCode: stock.stockCode, exchange, ...positionOf(typed) },
    }),
    words: position.words,
    check: ({ listId, watchlistName, ...typed }) => ({
      listId: stillThere(listId) === '' && t('list.required'),
      watchlistName: stillThere(listId) === newList && watchlistName.trim() === '' && t('name.required'),
      buyPrice: position.priceFault(typed),
    }),
    send: async (asked, { listId: wanted, watchlistName }) => {
      const id = wanted === newList ? await create(watchlistName) : wanted
      await request(addWatchlistStock, { ...asked, params: { id } })
      await refreshWatchlists()
    },
    onDone: onClose,
    onFailed: error => tellFailure(error, t),
  })
  const listId = stillThere(form.values.listId)
  /** Keeps the new list selected, so that a retry does not create a second list. */
  const create = async (watchlistName: string) => {
    const id = await request(createWatchlist, { query: { watchlistName } })
    await refreshWatchlists()
    form.set('listId', String(id))
    return id
  }

  const title = t('add.title', { stock: `${padded(exchange, stock.stockCode)} ${nameOf(stock)}` })
  return (
    <Dialog open narrow onClose={onClose} title={title} closeLabel={t('close')}>
      {lists.error ? (
        <CallFailed error={lists.error} onRetry={() => void lists.refetch()} />
      ) : !lists.data ? (
        <Skeleton className="h-60 w-full" />
      ) : (
        <form {...form.props} className="grid gap-4">
          {stock.watchlistData.length > 0 && (
            <section>
              <h3 className="border-b border-line pb-1 text-13 font-strong">{t('own')}</h3>
              <PositionList exchange={exchange} stock={stock} />
            </section>
          )}
          <SelectField
            label={t('list')}
            required
            {...form.field('listId')}
            value={listId}
            empty={t('list.choose')}
            options={[
              ...lists.data.map(list => ({
                value: String(list.watchlistId),
                label: isFull(list, bypass) ? t('list.full', { name: list.watchlistName }) : list.watchlistName,
                disabled: isFull(list, bypass),
              })),
              { value: newList, label: t('list.new'), disabled: !mayCreateList(lists.data.length, bypass) },
            ]}
          />
          {listId === newList && (
            <TextField label={t('name')} required maxLength={60} {...form.field('watchlistName')} />
          )}
          <PositionFields typed={form.values} field={form.field} step={step} />
          <div className="flex justify-end gap-3">
            <Button onClick={onClose} className="max-md:flex-1">
              {t('cancel')}
            </Button>
            <Button type="submit" variant="main" disabled={form.isSending} className="max-md:flex-1">
              {t('add')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
