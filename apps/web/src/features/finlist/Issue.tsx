import type { FinListStock } from '@finlist/contract/finlist'
import { finListFigures } from '@finlist/contract/finlist-figures'
import { storedFigures } from '@finlist/domain/finlist/board-figures'
import type { ExchangeId, Market } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, startTransition, useDeferredValue, useMemo, useState } from 'react'
import { currentLanguage } from '../../api/language.ts'
import { useOperator } from '../../api/operator.ts'
import { callQuery } from '../../api/query-client.ts'
import { useStored } from '../../api/storage.ts'
import { formatDay } from '../../components/market-dates.ts'
import { isSearched } from '../../components/stock-name.ts'
import { useKeptView } from '../../components/views/kept-view.ts'
import { fetchTexts, useTranslation } from '../../i18n/texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import { useIsPhone } from '../../ui/is-phone.ts'
import { inOrder, type Sort, sortedBy } from '../../ui/sort.ts'
import { useDrawn } from '../../ui/use-drawn.ts'
import { type ColumnKey, type Columns, columns, columnsOf, type ListedStock } from './columns.tsx'
import { HighlightLegend } from './highlight.tsx'
import { ListHead } from './ListHead.tsx'
import { StockCards } from './StockCards.tsx'
import { type ListProps, StockTable } from './StockTable.tsx'
import { Toolbar } from './Toolbar.tsx'
import type { useAddress } from './use-address.ts'
import { useTurnedTo } from './use-turned-to.ts'

/** Fetches the texts and the code in parallel. */
const FinListPanel = lazy(
  async () =>
    (
      await Promise.all([
        import('./FinListPanel.tsx'),
        fetchTexts('stock'),
        fetchTexts('watchlist'),
        fetchTexts('why'),
      ] as const)
    )[0],
)
const ViewChoice = lazy(() => import('./ViewChoice.tsx'))
const StockCharts = lazy(() => import('./StockCharts.tsx'))
const AddToWatchlist = lazy(
  async () =>
    (await Promise.all([import('../../components/watchlist/add-to-watchlist.tsx'), fetchTexts('watchlist')]))[0],
)

/** Number of cards or rows that fit the screen. */
const firstCards = 8
const firstRows = 20
/**
 * Maximum number of rows rendered before the user interacts. With more rows the page would exceed 1,500 nodes, which
 * some phones lay out slowly.
 */
const mostAtFirst = 60

type Props = {
  market: Market
  issueDate: string
  stocks: readonly FinListStock[]
  choice: ReturnType<typeof useChoice>
  address: ReturnType<typeof useAddress>
}

const asAtFirst: Sort<ColumnKey> = { by: 'stockCode', down: false }

/** The user's search and sort order, which stay the same when another issue is selected. */
export function useChoice() {
  const [sought, setSought] = useState('')
  const [lowTurnover, setLowTurnover] = useState(true)
  const [sort, setSort] = useState(asAtFirst)
  return { sought, setSought, lowTurnover, setLowTurnover, sort, setSort }
}

export function Issue({ market, issueDate, stocks, choice, address }: Props) {
  const t = useTranslation('finlist')
  const phone = useIsPhone()
  const isTurnedTo = useTurnedTo()
  const view = useKeptView('finlist')
  const shownColumns = useMemo(() => columnsOf(view.columns), [view.columns])
  // Deferred, so that the interface responds to the press before hundreds of rows are re-rendered.
  const drawnColumns = useDeferredValue(shownColumns)
  const sort = choice.sort.by in shownColumns ? choice.sort : asAtFirst
  const shown = useShown(market.id, useFigures(market, issueDate, stocks, shownColumns), { ...choice, sort })
  const drawn = useDrawn(shown, phone ? firstCards : firstRows, isTurnedTo ? undefined : mostAtFirst)
  const date = formatDay(issueDate)
  const open = stocks.find(stock => stock.stockCode === address.stock)
  const { buyPriceStep } = useOperator()
  const [addingCode, setAddingCode] = useState<string>()
  const [asksColumns, setAsksColumns] = useState(false)
  const columnsRoom = <ColumnsRoom onAsk={() => setAsksColumns(true)} />
  const adding = stocks.find(stock => stock.stockCode === addingCode)
  const list: ListProps = {
    caption: t('list', { market: t(`market.${market.linkSuffix}`), date }),
    exchange: market.id,
    stocks: drawn,
    columns: drawnColumns,
    compact: view.compact,
    sort,
    onSort: by => startTransition(() => choice.setSort(sort => sortedBy(sort, by, 'isFigure' in columns[by]))),
    openCode: open?.stockCode ?? null,
    address: address.stockAddress,
    onOpen: address.openStock,
    onAdd: setAddingCode,
  }
  const List = 'finlist' in useStored('chartedLists') ? StockCharts : phone ? StockCards : StockTable
  return (
    <>
      <ListHead
        exchange={market.id}
        issueDate={issueDate}
        stocks={stocks}
        address={address.stockAddress}
        isWanted={isTurnedTo}
      />
      <Toolbar
        search={
          <SearchField
            label={t('search')}
            clearLabel={t('search.clear')}
            value={choice.sought}
            onChange={choice.setSought}
            className="min-w-0 flex-1 md:max-w-72 md:min-w-52"
          />
        }
      >
        <Suspense fallback={columnsRoom}>
          {isTurnedTo || asksColumns ? (
            <ViewChoice shown={Object.keys(shownColumns)} opens={asksColumns} />
          ) : (
            columnsRoom
          )}
        </Suspense>
        <Switch label={t('low-turnover.show')} checked={choice.lowTurnover} onChange={choice.setLowTurnover} />
      </Toolbar>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 pb-1 text-13 text-faded md:pb-2">
        <p>
          <output className="font-strong text-ink">
            {shown.length === stocks.length
              ? t('total', { count: stocks.length })
              : t('total.of', { count: shown.length, all: stocks.length })}
          </output>{' '}
          · {t('as-at', { date })}
        </p>
        <HighlightLegend />
      </div>
      <Suspense>
        {shown.length ? (
          <List {...list} />
        ) : (
          <EmptyState>{t(stocks.length ? 'empty.search' : 'empty.issue')}</EmptyState>
        )}
      </Suspense>
      {open && (
        <Suspense>
          <FinListPanel
            market={market}
            issueDate={issueDate}
            stock={open}
            among={shown}
            onStep={address.openStock}
            onClose={address.closeStock}
          />
        </Suspense>
      )}
      {adding && (
        <Suspense>
          <AddToWatchlist
            exchange={market.id}
            stock={adding}
            step={buyPriceStep.finList}
            onClose={() => setAddingCode(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Adds price figures to the stocks. The figures are fetched only if a column shows them. */
function useFigures(market: Market, issueDate: string, stocks: readonly FinListStock[], shown: Columns) {
  const figures = useQuery({
    ...callQuery(finListFigures, { params: { exchange: market.id }, query: { issueDate } }),
    enabled: storedFigures.some(key => key in shown),
  })
  return useMemo((): readonly ListedStock[] => {
    if (!figures.data) return stocks
    const byCode = new Map(figures.data.map(({ stockCode, ...of }) => [stockCode, of]))
    return stocks.map(stock => ({ ...stock, ...byCode.get(stock.stockCode) }))
  }, [stocks, figures.data])
}

/**
 * Placeholder for the button that opens the choice of columns. If it is pressed, the choice opens once it has loaded.
 */
function ColumnsRoom({ onAsk }: { onAsk: () => void }) {
  const t = useTranslation('finlist')
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onAsk}
      className={buttonClass('quiet', 'px-0! text-13! font-normal! text-accent!')}
    >
      {t('columns')}
    </button>
  )
}

function useShown(
  exchange: ExchangeId,
  stocks: readonly ListedStock[],
  { sought, lowTurnover, sort }: Props['choice'],
): ListedStock[] {
  const typed = useDeferredValue(sought)
  const spoken = currentLanguage()
  const ordered = useMemo(() => inOrder(stocks, columns[sort.by].value, sort.down, spoken), [stocks, sort, spoken])
  return useMemo(
    () => ordered.filter(stock => (lowTurnover || !stock.isLowTurnover) && isSearched(stock, typed, exchange)),
    [ordered, lowTurnover, typed, exchange],
  )
}
