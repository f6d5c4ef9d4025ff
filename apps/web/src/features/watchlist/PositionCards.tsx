import type { WatchlistStock } from '@finlist/contract/watchlist'
import { padded } from '@finlist/domain/chart/padded'
import { currencyOf } from '@finlist/domain/markets'
import { disciplineOf } from '@finlist/domain/watchlist/figures'
import type { ReactNode } from 'react'
import { nameOf } from '../../components/stock-name.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { factsOf } from '../../ui/list-columns.tsx'
import { SortMenu } from '../../ui/sort-menu.tsx'
import { FollowedLine } from './ActionLines.tsx'
import { columns, phoneSortKeys } from './columns.tsx'
import { awayOf, distance, Standing, Terms } from './DisciplineLine.tsx'
import { Price, Profit } from './figures.tsx'
import type { ListProps } from './list-props.ts'
import { DelistedSign } from './own-signs.tsx'
import { PositionMenu } from './PositionMenu.tsx'
import { titleOf } from './position-title.ts'

/** The list on a phone: one card per position, and a menu for the sort order. */
export function PositionCards({ caption, stocks, isPlaced, sort, onSort, ...props }: ListProps) {
  const t = useTranslation('watchlist')
  return (
    <>
      <SortMenu
        label={t('sort')}
        options={phoneSortKeys(isPlaced).map(key => ({ key, label: t(key === 'own' ? 'order.own' : `column.${key}`) }))}
        sort={sort}
        onSort={onSort}
        upLabel={t('sort.up')}
        downLabel={t('sort.down')}
      />
      <ul aria-label={caption} className="-mx-4">
        {stocks.map(stock => (
          <Card key={stock.watchlistStockId} stock={stock} {...props} />
        ))}
      </ul>
      <Terms />
    </>
  )
}

type CardProps = Pick<ListProps, 'openId' | 'onOpen' | 'onAlert' | 'onModify' | 'onRemove' | 'onMove'> & {
  stock: WatchlistStock
}

function Card({ stock, openId, onOpen, ...seen }: CardProps): ReactNode {
  const t = useTranslation('watchlist')
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
            <b className="font-strong">{padded(stock.exchange, stock.stockCode)}</b> {nameOf(stock)}
          </span>
          <span className="figures shrink-0 text-16 font-strong">
            <Price stock={stock} />
          </span>
        </span>
        <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-13">
          <span className="text-12 text-faded">{currencyOf[stock.exchange]}</span>
          <span className="figures">
            <Profit stock={stock} />
          </span>
        </span>
        <dl className="mt-1.5 grid grid-cols-2 gap-x-6 gap-y-0.5 text-13">
          {factsOf(columns, stock, { isOpen: false, ...seen }).map(({ key, value }) => (
            <div key={key} className="flex flex-wrap items-baseline justify-between gap-x-2">
              <dt className="text-12 text-faded">{t(`column.${key}`)}</dt>
              <dd className="figures">{value}</dd>
            </div>
          ))}
        </dl>
        <span className="mt-1.5 block">
          <DelistedSign stock={stock} />
          <Discipline stock={stock} />
          {stock.note && <span className="block truncate text-12 text-faded">{stock.note}</span>}
          <FollowedLine stock={stock} />
        </span>
      </button>
      <span className="shrink-0 pt-1 pr-1">
        <PositionMenu
          name={titleOf(stock)}
          onAlert={() => seen.onAlert(stock)}
          onMove={by => seen.onMove(stock, by)}
          onModify={() => seen.onModify(stock)}
          onRemove={() => seen.onRemove(stock)}
        />
      </span>
    </li>
  )
}

/**
 * A position's state according to the guidance, and the distance from the price to each level. Renders nothing without
 * a price.
 */
function Discipline({ stock }: { stock: WatchlistStock }) {
  const t = useTranslation('watchlist')
  const found = disciplineOf(stock)
  if (!found) return null
  return (
    <span className="grid gap-y-1 text-12 text-faded">
      <Standing stock={stock} found={found} />
      <span className="grid grid-cols-2 gap-x-4">
        {awayOf(stock, found).map(({ name, percent }) => (
          <span key={name} className="flex flex-wrap items-baseline justify-between gap-x-2">
            <span>{t(`to.${name}`)}</span>
            <span className="text-ink">{distance(percent)}</span>
          </span>
        ))}
      </span>
    </span>
  )
}
