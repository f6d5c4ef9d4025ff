import {
  maxWatchlistStocks,
  orderWatchlist,
  removeWatchlistStock,
  type Watchlist,
  type WatchlistStock,
} from '@finlist/contract/watchlist'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { currentLanguage } from '../../api/language.ts'
import { useNetworkIdle } from '../../api/network-idle.ts'
import { request } from '../../api/request.ts'
import { useStored } from '../../api/storage.ts'
import { formatDay } from '../../components/market-dates.ts'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { ColumnsButton } from '../../components/views/columns-button.tsx'
import { useListView } from '../../components/views/list-view.ts'
import { refreshWatchlists, tellFailure, useBypass } from '../../components/watchlists.ts'
import { fetchTexts, useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { useIsPhone } from '../../ui/is-phone.ts'
import { type Sort, sortedBy } from '../../ui/sort.ts'
import { choosable, columnsOf, insteadOf, isPlaced, type SortKey, sorted, startsDown } from './columns.tsx'
import type { ListProps } from './list-props.ts'
import { PositionCards } from './PositionCards.tsx'
import { PositionTable } from './PositionTable.tsx'
import { titleOf } from './position-title.ts'
import { positionsOf } from './queries.ts'
import { Sums } from './Sums.tsx'
import { Totals } from './Totals.tsx'
import { WaitingPositions } from './WaitingPositions.tsx'

const ChartSwitch = lazy(() => import('./ChartSwitch.tsx'))
const Charts = lazy(() => import('./Charts.tsx'))
const Removed = lazy(() => import('./Removed.tsx'))
const PositionDialog = lazy(() => import('./PositionDialog.tsx'))
const PositionPanel = lazy(async () => (await Promise.all([import('./PositionPanel.tsx'), fetchTexts('stock')]))[0])
const EmptyWatchlist = lazy(() => import('./EmptyWatchlist.tsx'))
const SetAlert = lazy(() => import('../../components/alerts/set-alert.tsx'))
const Question = lazy(() => import('../../ui/dialogs/confirm-dialog.tsx'))

type Doing = { alert: WatchlistStock } | { modify: WatchlistStock } | { remove: WatchlistStock } | 'add'

/** The positions of a list with their figures, and all actions on them. */
export function Positions({ list }: { list: Watchlist }) {
  const t = useTranslation('watchlist')
  const phone = useIsPhone()
  const positions = useQuery(positionsOf(list.watchlistId))
  const [chosenSort, setSort] = useState<Sort<SortKey>>()
  const [dragged, setDragged] = useState<readonly number[]>()
  const [removed, setRemoved] = useState<WatchlistStock>()
  const [said, setSaid] = useState('')
  const own = useListView('watchlist')
  const { view, change } = own
  const shownColumns = useMemo(() => columnsOf(view.columns), [view.columns])
  const [openId, setOpenId] = useState<number>()
  const [doing, setDoing] = useState<Doing>()
  const spoken = currentLanguage()
  const placed = positions.data?.stockList
  const hasOrder = isPlaced(placed ?? [])
  const sort = chosenSort ?? (hasOrder ? ownOrder : byTicker)
  const stocks = useMemo(() => {
    const rows = sorted(placed ?? [], sort, spoken)
    return dragged ? inOrderOf(dragged, rows) : rows
  }, [placed, sort, spoken, dragged])
  const asCharts = useStored('chartedLists')['watchlist'] === true
  const isQuiet = useNetworkIdle()
  const isAtLimit = stocks.length >= maxWatchlistStocks
  const bypass = useBypass(isAtLimit)
  if (positions.error) return <CallFailed error={positions.error} onRetry={() => void positions.refetch()} />
  if (!positions.data) return <WaitingPositions />

  const full = isAtLimit && !bypass
  const instead = insteadOf(stocks, sort.by)
  const open = stocks.find(({ watchlistStockId }) => watchlistStockId === openId)
  const props: ListProps = {
    caption: list.watchlistName,
    stocks,
    columns: shownColumns,
    compact: view.compact,
    isPlaced: hasOrder,
    sort,
    onSort: by => setSort(by === 'own' ? ownOrder : sortedBy(sort, by, startsDown(by))),
    openId,
    onOpen: setOpenId,
    onAlert: alert => setDoing({ alert }),
    onModify: modify => setDoing({ modify }),
    onRemove: remove => setDoing({ remove }),
    onMove: ({ watchlistStockId: moved }, by) => {
      const ids = stocks.map(each => each.watchlistStockId)
      const to = ids.indexOf(moved) + by
      if (to < 0 || to >= ids.length) return
      const others = ids.filter(id => id !== moved)
      void order([...others.slice(0, to), moved, ...others.slice(to)], { moved, isOver: true })
    },
    onOrder: (ids, move) => void order(ids, move),
  }
  async function order(ids: number[], { moved, isOver }: { moved: number; isOver: boolean }) {
    setDragged(ids)
    setSort(ownOrder)
    if (!isOver) return
    const stock = stocks.find(each => each.watchlistStockId === moved)
    if (stock) setSaid(t('order.moved', { stock: titleOf(stock), place: ids.indexOf(moved) + 1, of: ids.length }))
    const params = { id: list.watchlistId }
    await request(orderWatchlist, { params, body: { watchlistStockIds: ids } }).catch(error => tellFailure(error, t))
    await refreshWatchlists()
    setDragged(undefined)
  }
  const List = phone ? PositionCards : PositionTable
  const remove = async (yes: boolean, stock: WatchlistStock) => {
    setDoing(undefined)
    if (!yes) return
    const params = { id: list.watchlistId, watchlistStockId: stock.watchlistStockId }
    await request(removeWatchlistStock, { params }).then(
      () => setRemoved(stock),
      error => tellFailure(error, t),
    )
    await refreshWatchlists()
  }
  return (
    <>
      <Suspense>{removed && <Removed list={list} stock={removed} onOver={() => setRemoved(undefined)} />}</Suspense>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 pt-3 pb-1">
        <div className="min-w-0">
          {stocks.length > 0 && (
            <Totals
              stocks={stocks}
              currency={view.currency}
              onCurrency={currency => change({ currency })}
              asAt={asAt(stocks, t)}
            />
          )}
          <output className="text-12 text-faded">{instead && t(`sort.${instead}`)}</output>
          <output className="sr-only">{said}</output>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 max-md:w-full">
          {full && (
            <p id="watchlist-full" className="text-13 text-faded max-md:w-full">
              {t('add.full', { most: maxWatchlistStocks })}
            </p>
          )}
          {hasOrder && !phone && sort.by !== 'own' && (
            <Button
              variant="quiet"
              onClick={() => setSort(ownOrder)}
              className="px-0! text-13! font-normal! text-accent!"
            >
              {t('order.own')}
            </Button>
          )}
          {stocks.length > 0 && (
            <span className="h-11 min-w-11 md:h-9 md:min-w-16">
              <Suspense>{isQuiet && <ChartSwitch />}</Suspense>
            </span>
          )}
          {!phone && !asCharts && (
            <ColumnsButton
              label={t('columns')}
              columns={choosable.map(key => ({ key, label: t(`column.${key}`) }))}
              shown={Object.keys(shownColumns)}
              own={own}
            />
          )}
          <Button
            variant="main"
            disabled={full}
            aria-describedby={full ? 'watchlist-full' : undefined}
            aria-haspopup="dialog"
            onClick={() => setDoing('add')}
            className="max-md:flex-1"
          >
            <Plus size={16} aria-hidden />
            {t('add')}
          </Button>
        </div>
      </div>
      {stocks.length === 0 ? (
        <Suspense>
          <EmptyWatchlist listId={list.watchlistId} />
        </Suspense>
      ) : asCharts ? (
        <Suspense>
          <Charts title={list.watchlistName} stocks={stocks} />
        </Suspense>
      ) : (
        <List {...props} />
      )}
      {new Set(stocks.map(({ exchange }) => exchange)).size > 1 && <Sums stocks={stocks} />}
      <p className="pt-3 text-13">
        <output className="font-strong">{t('count', { count: stocks.length })}</output>
      </p>
      <Suspense>
        {open && (
          <PositionPanel
            list={list}
            stock={open}
            among={stocks}
            onStep={setOpenId}
            onClose={() => setOpenId(undefined)}
          />
        )}
        {typeof doing === 'object' && 'alert' in doing && (
          <SetAlert
            start={{ exchange: doing.alert.exchange, stock: doing.alert }}
            onClose={() => setDoing(undefined)}
          />
        )}
        {doing === 'add' && <PositionDialog list={list} onClose={() => setDoing(undefined)} onSaid={setSaid} />}
        {typeof doing === 'object' && 'modify' in doing && (
          <PositionDialog list={list} stock={doing.modify} onClose={() => setDoing(undefined)} onSaid={setSaid} />
        )}
        {typeof doing === 'object' && 'remove' in doing && (
          <Question
            title={t('remove.title', { stock: titleOf(doing.remove) })}
            yesLabel={t('remove')}
            noLabel={t('cancel')}
            grave
            onAnswer={yes => void remove(yes, doing.remove)}
          >
            <p>{t('remove.question')}</p>
          </Question>
        )}
      </Suspense>
    </>
  )
}

const byTicker: Sort<SortKey> = { by: 'ticker', down: false }
const ownOrder: Sort<SortKey> = { by: 'own', down: false }

/** Sorts the rows in the order of `ids`. Rows whose id is not in it come last. */
function inOrderOf(ids: readonly number[], rows: readonly WatchlistStock[]): WatchlistStock[] {
  const place = (row: WatchlistStock) => (ids.indexOf(row.watchlistStockId) + ids.length + 1) % (ids.length + 1)
  return rows.toSorted((one, other) => place(one) - place(other))
}

/**
 * States the date of the prices. If markets closed on different days, states the range from the oldest to the newest.
 */
function asAt(stocks: readonly WatchlistStock[], t: ReturnType<typeof useTranslation<'watchlist'>>): string {
  const listed = stocks.filter(({ delistedOn }) => delistedOn === undefined)
  const days = listed.flatMap(({ priceDate }) => priceDate ?? []).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) return ''
  return from === to
    ? t('as-at', { date: formatDay(to) })
    : t('as-at.between', { from: formatDay(from), to: formatDay(to) })
}
