import type { FinderStock } from '@finlist/contract/finder'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { currentLanguage } from '../../api/language.ts'
import { useOperator } from '../../api/operator.ts'
import { useDemoFiles } from '../../components/demo-files.ts'
import { formatDay } from '../../components/market-dates.ts'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { saveFile } from '../../components/save-file.ts'
import { useAsCharts } from '../../components/small-charts/chosen.ts'
import { ChartList, ViewSwitch } from '../../components/small-charts/lazy.tsx'
import { nameOf } from '../../components/stock-name.ts'
import { ColumnsButton } from '../../components/views/columns-button.tsx'
import { useListView } from '../../components/views/list-view.ts'
import { fetchTexts, useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useIsPhone } from '../../ui/is-phone.ts'
import { inOrder, type Sort, sortedBy } from '../../ui/sort.ts'
import { type ColumnKey, choosable, columns, columnsOf, useColumnName, withFiltered } from './columns.tsx'
import { stocksToCsv } from './csv.ts'
import { FinderCards } from './FinderCards.tsx'
import { FinderTable } from './FinderTable.tsx'
import { Presets } from './Presets.tsx'
import { exchange, matchesOf } from './queries.ts'
import type { useAddress } from './use-address.ts'
import { WaitingResults } from './WaitingResults.tsx'

const Example = lazy(() => import('../../components/examples/example.tsx'))
const AddToWatchlist = lazy(
  async () =>
    (await Promise.all([import('../../components/watchlist/add-to-watchlist.tsx'), fetchTexts('watchlist')]))[0],
)

const byCode: Sort<ColumnKey> = { by: 'stockCode', down: false }

/** The newest price date in the list. Some of the stocks may not have traded on that day. */
const newestDay = (stocks: readonly FinderStock[]) =>
  stocks.reduce((newest, { priceDate }) => (priceDate > newest ? priceDate : newest), '')

/** The matching stocks, in the chosen order. Without filters, shows instructions. */
export function Results({ address }: { address: ReturnType<typeof useAddress> }) {
  const t = useTranslation('finder')
  const columnName = useColumnName()
  const phone = useIsPhone()
  const { buyPriceStep } = useOperator()
  const { filters, scope, stock: openCode } = address.shown
  const own = useListView('finder')
  const demo = useDemoFiles()
  const { view } = own
  const chosenColumns = useMemo(() => columnsOf(view.columns), [view.columns])
  const shownColumns = useMemo(() => withFiltered(chosenColumns, filters), [chosenColumns, filters])
  const sort = useMemo(
    () => (address.shown.sort.by in shownColumns ? address.shown.sort : byCode),
    [address.shown.sort, shownColumns],
  )
  const matches = useQuery({
    ...matchesOf(filters, scope),
    enabled: filters.length > 0,
    placeholderData: keepPreviousData,
  })
  const [addingCode, setAddingCode] = useState<string>()
  const spoken = currentLanguage()
  const stocks = useMemo(
    () => inOrder(matches.data ?? [], columns[sort.by].value, sort.down, spoken),
    [matches.data, sort, spoken],
  )
  const [asCharts] = useAsCharts('finder')
  const charted = useMemo(
    () => stocks.map(stock => ({ exchange, stockCode: stock.stockCode, name: nameOf(stock) })),
    [stocks],
  )
  if (filters.length === 0)
    return (
      <>
        <output className="mx-auto block max-w-232 px-2 pt-6 pb-4 text-14 text-faded">{t('empty.no-filters')}</output>
        <Presets address={address} />
        <Suspense>
          <Example of="finder" />
        </Suspense>
      </>
    )
  if (matches.error) return <CallFailed error={matches.error} onRetry={() => void matches.refetch()} />
  if (!matches.data) return <WaitingResults />
  const adding = stocks.find(({ stockCode }) => stockCode === addingCode)
  const [first] = stocks
  if (!first) return <EmptyState>{t('empty.none')}</EmptyState>
  const asAt = newestDay(stocks)
  const issue = stocks.find(({ issueDate }) => issueDate !== null)?.issueDate
  // While the new filters' matches load, the previous filters' matches are shown.
  const busy = matches.isPlaceholderData
  const date = formatDay(asAt)
  const toldDate =
    scope === 'issue'
      ? t('as-at', { date })
      : issue
        ? t('as-at.board', { date, issue: formatDay(issue) })
        : t('as-at.board.alone', { date })
  const caption = t(scope === 'issue' ? 'list' : 'list.board', { date })
  const List = phone ? FinderCards : FinderTable
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 text-13 text-faded max-md:pb-1 md:gap-x-6 md:pt-3">
        <p className="min-w-0 max-md:grow max-md:basis-40">
          <output className="font-strong text-ink">{busy ? t('loading') : t('count', { count: stocks.length })}</output>{' '}
          · {toldDate}
        </p>
        <div className="flex shrink-0 items-center gap-x-2 md:gap-x-5">
          <ViewSwitch list="finder" isLate={phone} />
          <ColumnsButton
            label={t('columns')}
            columns={choosable.map(key => ({ key, label: columnName(key) }))}
            shown={Object.keys(chosenColumns)}
            own={own}
          />
          <Button
            variant="quiet"
            onClick={() => saveFile(demo.nameOf(`finder ${asAt}`), stocksToCsv(stocks, demo.note), 'text/csv')}
            className="px-0! text-13! font-normal! text-accent! max-md:w-11"
          >
            <Download size={15} aria-hidden />
            <span className="max-md:sr-only">{t('export')}</span>
          </Button>
        </div>
      </div>
      {/* Painted as a separate layer, so that changes to the inputs above do not repaint it. */}
      <div className={`isolate ${busy ? 'opacity-60' : ''}`}>
        {asCharts ? (
          <ChartList title={caption} stocks={charted} asAt={asAt} busy={busy} />
        ) : (
          <List
            caption={caption}
            stocks={stocks}
            columns={shownColumns}
            compact={view.compact}
            asAt={asAt}
            busy={busy}
            sort={sort}
            onSort={by => address.change({ sort: sortedBy(sort, by, 'isFigure' in columns[by]) }, { replace: true })}
            openCode={openCode}
            onOpen={address.openStock}
            onClose={address.closeStock}
            onAdd={setAddingCode}
          />
        )}
      </div>
      {adding && (
        <Suspense>
          <AddToWatchlist
            exchange={exchange}
            stock={adding}
            step={buyPriceStep.finder}
            onClose={() => setAddingCode(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
