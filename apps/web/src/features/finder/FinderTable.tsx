import type { FinderStock } from '@finlist/contract/finder'
import { padded } from '@finlist/domain/chart/symbol'
import { ChevronRight } from 'lucide-react'
import { lazy, type MouseEvent, memo, Suspense } from 'react'
import { fetchTexts, useTranslation } from '../../i18n/texts.ts'
import { Change, formatNumber, formatPrice, formatVolume } from '../../parts/market-figures.tsx'
import { nameOf } from '../../parts/stock-name.ts'
import { addPressed, WatchlistMark } from '../../parts/watchlist-mark.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useColumns } from './columns.ts'
import { exchange } from './queries.ts'
import type { ListProps } from './Results.tsx'
import { useMore } from './use-more.ts'

/** The texts and the code, fetched side by side. */
const StockDetails = lazy(
  async () =>
    (await Promise.all([import('./StockDetails.tsx'), fetchTexts('stock'), fetchTexts('watchlist')] as const))[0],
)

/** The list on a desktop; a row opens to all about its stock. */
export function FinderTable({ caption, stocks, busy, sort, onSort, openCode, onOpen, onClose, onAdd }: ListProps) {
  const columns = useColumns()
  const [shown, end] = useMore(stocks.length)
  const press = (event: MouseEvent): void => {
    const added = addPressed(event.target)
    if (added !== undefined) return onAdd(added)
    const code = (event.target as Element).closest<HTMLElement>('tr[data-code]')?.dataset['code']
    if (code === undefined) return
    if (code === openCode) onClose()
    else onOpen(code)
  }
  return (
    <>
      <DataTable
        caption={caption}
        columns={columns}
        busy={busy}
        sort={sort}
        onSort={by => by !== 'name' && by !== 'watchlist' && onSort(by)}
      >
        {/* The keyboard presses the buttons in the rows. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
        <tbody onClick={press}>
          {stocks.slice(0, shown).map(stock => (
            <Row key={stock.stockCode} stock={stock} open={stock.stockCode === openCode} columns={columns.length} />
          ))}
        </tbody>
      </DataTable>
      <div ref={end} />
    </>
  )
}

const Row = memo(function Row({ stock, open, columns }: { stock: FinderStock; open: boolean; columns: number }) {
  const t = useTranslation('finder')
  const code = padded(exchange, stock.stockCode)
  const name = nameOf(stock)
  return (
    <>
      <tr data-code={stock.stockCode} className={`scroll-mt-24 cursor-pointer hover:bg-wash ${open ? 'bg-wash' : ''}`}>
        <td>
          <button type="button" aria-expanded={open} className="group flex items-center gap-1.5 font-strong">
            <ChevronRight
              size={14}
              aria-hidden
              className="text-faded transition-[rotate] group-aria-expanded:rotate-90"
            />
            {code}
          </button>
        </td>
        <td className="truncate" title={name}>
          {name}
        </td>
        <td className="figures">{formatPrice(stock.close)}</td>
        <td className="figures whitespace-nowrap">
          <Change value={stock.closeChange} />
        </td>
        <td className="figures">{stock.volume === null ? '–' : formatVolume(stock.volume)}</td>
        <td className="figures whitespace-nowrap">
          <Change value={stock.volumeChange} />
        </td>
        <td className="figures">{formatNumber(stock.percivalScore)}</td>
        <td>
          <WatchlistMark
            code={stock.stockCode}
            own={stock.watchlistData}
            label={t('watchlist.add', { stock: `${code} ${name}` })}
            className="ml-auto size-8"
          />
        </td>
      </tr>
      {open && (
        <tr>
          <td colSpan={columns} className="bg-raised px-0!">
            <Suspense fallback={<Skeleton className="my-4 h-100 w-full" />}>
              <StockDetails stock={stock} />
            </Suspense>
          </td>
        </tr>
      )}
    </>
  )
})
