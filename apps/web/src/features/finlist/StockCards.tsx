import { padded } from '@finlist/domain/chart/padded'
import { patternKind } from '@finlist/domain/finlist/pattern-kind'
import type { ExchangeId } from '@finlist/domain/markets'
import { Fragment, type MouseEvent, memo } from 'react'
import { Change, formatPrice } from '../../components/market-figures.tsx'
import { nameOf } from '../../components/stock-name.ts'
import { addPressed, WatchlistMark } from '../../components/watchlist/watchlist-mark.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { SortMenu } from '../../ui/sort-menu.tsx'
import {
  type ColumnKey,
  type Columns,
  cardFacts,
  type ListedStock,
  previewColumns,
  sortKeys,
  subSectorOf,
  useColumnName,
} from './columns.tsx'
import { HighlightMark, highlightClass, highlightOf } from './highlight.tsx'
import type { ListProps } from './StockTable.tsx'

/** The list on a phone: one card per stock, and a menu for the sort order. */
export function StockCards({
  caption,
  exchange,
  stocks,
  columns,
  sort,
  onSort,
  openCode,
  address,
  onOpen,
  onAdd,
}: ListProps) {
  const t = useTranslation('finlist')
  const columnName = useColumnName(columns)
  const open = (event: MouseEvent): void => {
    const added = addPressed(event.target)
    if (added !== undefined) return onAdd(added)
    const code = (event.target as Element).closest<HTMLElement>('[data-code]')?.dataset['code']
    if (code === undefined) return
    event.preventDefault()
    onOpen(code)
  }
  return (
    <>
      <SortMenu
        label={t('sort')}
        options={sortKeys(columns).map(key => ({ key, label: columnName(key) }))}
        sort={sort}
        onSort={onSort}
        upLabel={t('sort.up')}
        downLabel={t('sort.down')}
      />
      {/* For keyboard users, the links inside do the same. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
      <ul aria-label={caption} onClick={open} className="-mx-4">
        {stocks.map(stock => (
          <StockCard
            key={stock.stockCode}
            stock={stock}
            exchange={exchange}
            columns={columns}
            href={address + encodeURIComponent(stock.stockCode)}
            open={stock.stockCode === openCode}
          />
        ))}
      </ul>
    </>
  )
}

type Props = { stock: ListedStock; exchange: ExchangeId; columns?: Columns; href?: string; open?: boolean }

export const StockCard = memo(function StockCard({
  stock,
  exchange,
  columns = previewColumns,
  href,
  open = false,
}: Props) {
  const t = useTranslation('finlist')
  const columnName = useColumnName(columns)
  const highlight = highlightOf(stock)
  const kind = patternKind(stock)
  const facts = cardFacts(columns, stock, { exchange, href, isOpen: open, t })
  const content = (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate text-16">
          <span className="font-strong">{padded(exchange, stock.stockCode)}</span> {nameOf(stock)}
        </span>
        <span className="figures shrink-0 text-16 font-strong">{formatPrice(stock.close)}</span>
      </span>
      <span className="flex items-baseline justify-between gap-3 text-13">
        <span className="min-w-0 truncate text-faded">
          {(stock.isLowTurnover || stock.volume === 0) && (
            <span className="mr-1.5 border-b border-edge">{t(stock.volume === 0 ? 'no-trade' : 'low-turnover')}</span>
          )}
          {subSectorOf(stock)}
        </span>
        <span className="figures shrink-0">
          <Change value={stock.closeChange} />
          <span className="text-faded">{t('unit.percent')}</span>
        </span>
      </span>
      <span className="mt-0.5 flex flex-wrap items-baseline justify-between gap-x-3 text-13">
        <span>
          {highlight !== 'none' && (
            <>
              <HighlightMark highlight={highlight} />{' '}
            </>
          )}
          {kind !== 'NIL' && <span className="font-strong">{t(`pattern.${kind}`)} </span>}
          {stock.buyPoint !== -1 && `${t('column.buyPoint')} ${formatPrice(stock.buyPoint)}`}
        </span>
        <span className="ml-auto text-faded">
          {facts.map(({ key, value }, at) => (
            <Fragment key={key}>
              {at > 0 && ' · '}
              {key === 'percivalScore' ? t('score') : columnName(key as ColumnKey)} {value}
            </Fragment>
          ))}
        </span>
      </span>
    </>
  )
  const shape = `flex min-h-11 min-w-0 flex-1 flex-col py-2.5 pl-4 text-inherit no-underline -outline-offset-2 ${stock.isLowTurnover ? 'text-faded' : ''}`
  return (
    <li
      data-code={stock.stockCode}
      data-highlight={highlight}
      data-low-turnover={stock.isLowTurnover || undefined}
      className={`flex items-start border-b border-line [contain-intrinsic-block-size:auto_6rem] [content-visibility:auto] ${highlightClass[highlight]}`}
    >
      {href ? (
        <>
          <a href={href} aria-current={open || undefined} className={shape}>
            {content}
          </a>
          <WatchlistMark
            code={stock.stockCode}
            own={stock.watchlistData}
            label={t('watchlist.add', { stock: `${padded(exchange, stock.stockCode)} ${nameOf(stock)}` })}
            className="size-11 shrink-0"
          />
        </>
      ) : (
        <div className={`${shape} pr-4`}>{content}</div>
      )}
    </li>
  )
})
