import type { WatchlistStock } from '@finlist/contract/watchlist'
import { currencyOf } from '@finlist/domain/markets'
import { figuresOf } from '@finlist/domain/watchlist/figures'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { formatPrice, formatVolume } from '../../parts/market-figures.tsx'
import { codeShown, nameOf } from '../../parts/stock-name.ts'
import { phoneSortKeys, type SortKey } from './columns.ts'
import { amount, none, Profit, State } from './figures.tsx'
import { type ListProps, titleOf } from './Positions.tsx'

const PositionMenu = lazy(() => import('./PositionMenu.tsx'))

/** The list on a phone: a card a position, and a menu for the order. */
export function PositionCards({ caption, stocks, sort, onSort, ...props }: ListProps) {
  const t = useTexts('watchlist')
  const Arrow = sort.down ? ArrowDown : ArrowUp
  return (
    <>
      <div className="flex items-center gap-2 border-b border-ink pb-2">
        <label className="flex min-w-0 flex-1 items-center gap-2 text-13 text-faded">
          <span className="shrink-0">{t('sort')}</span>
          <select
            value={sort.by}
            onChange={event => event.target.value !== sort.by && onSort(event.target.value as SortKey)}
            className="h-11 min-w-0 flex-1 rounded-md border border-edge bg-raised px-2 text-16 text-ink"
          >
            {phoneSortKeys.map(key => (
              <option key={key} value={key}>
                {t(`column.${key}`)}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          onClick={() => onSort(sort.by)}
          className="flex h-11 shrink-0 items-center gap-1.5 rounded-md border border-edge px-3 text-13"
        >
          <Arrow size={15} aria-hidden />
          {t(sort.down ? 'sort.down' : 'sort.up')}
        </button>
      </div>
      <ul aria-label={caption} className="-mx-4">
        {stocks.map(stock => (
          <Card key={stock.watchlistStockId} stock={stock} {...props} />
        ))}
      </ul>
    </>
  )
}

type CardProps = Pick<ListProps, 'openId' | 'onOpen' | 'onModify' | 'onRemove'> & { stock: WatchlistStock }

function Card({ stock, openId, onOpen, onModify, onRemove }: CardProps): ReactNode {
  const t = useTexts('watchlist')
  const { cost, totalValue } = figuresOf(stock)
  return (
    <li data-code={stock.watchlistStockId} className="flex items-start border-b border-line">
      <button
        type="button"
        aria-expanded={openId === stock.watchlistStockId}
        onClick={() => onOpen(stock.watchlistStockId)}
        className="min-w-0 flex-1 py-2.5 pl-4 text-start -outline-offset-2"
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 truncate text-16">
            <b className="font-strong">{codeShown(stock.exchange, stock.stockCode)}</b> {nameOf(stock)}
          </span>
          <span className="figures shrink-0 text-16 font-strong">
            {stock.currentPrice === null ? none : formatPrice(stock.currentPrice)}
          </span>
        </span>
        <span className="flex items-baseline justify-between gap-3 text-13">
          <span className="min-w-0 truncate text-faded">
            <State stock={stock} />
          </span>
          <span className="figures shrink-0">
            <Profit stock={stock} />
          </span>
        </span>
        <dl className="mt-1.5 grid grid-cols-2 gap-x-6 gap-y-0.5 text-13">
          <Fact name={t('column.buyPrice')} value={formatPrice(stock.buyPrice)} />
          <Fact name={t('column.shares')} value={stock.shares.toLocaleString('en')} />
          <Fact name={`${t('column.cost')} ${currencyOf[stock.exchange]}`} value={amount(cost)} />
          <Fact name={t('column.totalValue')} value={amount(totalValue)} />
          <Fact
            name={t('column.volume')}
            value={stock.currentVolume === null ? none : formatVolume(stock.currentVolume)}
          />
        </dl>
      </button>
      <span className="shrink-0 pt-1 pr-1">
        <Suspense fallback={<span className="block size-11" />}>
          <PositionMenu name={titleOf(stock)} onModify={() => onModify(stock)} onRemove={() => onRemove(stock)} />
        </Suspense>
      </span>
    </li>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-2">
      <dt className="text-12 text-faded">{name}</dt>
      <dd className="figures">{value}</dd>
    </div>
  )
}
