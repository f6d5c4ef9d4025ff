import type { WatchlistStock } from '@finlist/contract/watchlist'
import { currencyOf } from '@finlist/domain/markets'
import { figuresOf } from '@finlist/domain/watchlist/figures'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { formatPrice, formatVolume } from '../../parts/market-figures.tsx'
import { codeShown, nameOf } from '../../parts/stock-name.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { type SortKey, useColumns } from './columns.ts'
import { amount, none, Profit, State } from './figures.tsx'
import { type ListProps, titleOf } from './Positions.tsx'

const PositionMenu = lazy(() => import('./PositionMenu.tsx'))

/** The columns and, behind them, one for what can be done to a row. */
export function useTableColumns(): Column<SortKey | 'actions'>[] {
  const t = useTexts('watchlist')
  return [...useColumns(), { key: 'actions', label: t('column.actions'), width: 4.5, end: true, still: true }]
}

export function PositionTable({ caption, stocks, sort, onSort, ...props }: ListProps) {
  const columns = useTableColumns()
  return (
    <DataTable caption={caption} columns={columns} sort={sort} onSort={by => by !== 'actions' && onSort(by)}>
      <tbody>
        {stocks.map(stock => (
          <Row key={stock.watchlistStockId} stock={stock} {...props} />
        ))}
      </tbody>
    </DataTable>
  )
}

type RowProps = Pick<ListProps, 'openId' | 'onOpen' | 'onModify' | 'onRemove'> & { stock: WatchlistStock }

function Row({ stock, openId, onOpen, onModify, onRemove }: RowProps): ReactNode {
  const { cost, totalValue } = figuresOf(stock)
  const open = openId === stock.watchlistStockId
  return (
    <tr
      data-code={stock.watchlistStockId}
      className={`scroll-mt-24 hover:bg-wash ${open ? 'outline-2 -outline-offset-2 outline-accent' : ''}`}
    >
      <td>
        <button
          type="button"
          aria-expanded={open}
          onClick={() => onOpen(stock.watchlistStockId)}
          className="flex w-full min-w-0 flex-col py-1 text-start -outline-offset-2"
        >
          <span className="max-w-full truncate">
            <b className="font-strong">{codeShown(stock.exchange, stock.stockCode)}</b> {nameOf(stock)}{' '}
            <span className="text-12 text-faded">{currencyOf[stock.exchange]}</span>
          </span>
          <span className="text-12 text-faded">
            <State stock={stock} />
          </span>
        </button>
      </td>
      <td className="figures">{stock.currentPrice === null ? none : formatPrice(stock.currentPrice)}</td>
      <td className="figures">{stock.currentVolume === null ? none : formatVolume(stock.currentVolume)}</td>
      <td className="figures">{formatPrice(stock.buyPrice)}</td>
      <td className="figures">{stock.shares.toLocaleString('en')}</td>
      <td className="figures">{amount(cost)}</td>
      <td className="figures">{amount(totalValue)}</td>
      <td className="figures whitespace-nowrap">
        <Profit stock={stock} />
      </td>
      <td className="text-end">
        <Suspense fallback={<span className="inline-block size-8" />}>
          <PositionMenu name={titleOf(stock)} onModify={() => onModify(stock)} onRemove={() => onRemove(stock)} />
        </Suspense>
      </td>
    </tr>
  )
}
