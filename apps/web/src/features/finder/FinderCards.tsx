import type { FinderStock } from '@finlist/contract/finder'
import { padded } from '@finlist/domain/chart/padded'
import { lazy, type MouseEvent, memo, Suspense } from 'react'
import { inCurrentLanguage } from '../../api/language.ts'
import { Change, formatPrice } from '../../components/market-figures.tsx'
import { nameOf } from '../../components/stock-name.ts'
import { addPressed, WatchlistMark } from '../../components/watchlist/watchlist-mark.tsx'
import { fetchTexts, useTranslation } from '../../i18n/texts.ts'
import { SortMenu } from '../../ui/sort-menu.tsx'
import { type ColumnKey, type Columns, cardFacts, oldPrice, sortKeys, useColumnName } from './columns.tsx'
import type { ListProps } from './list-props.ts'
import { exchange } from './queries.ts'
import { useMore } from './use-more.ts'

/** Fetches the texts and the code in parallel. */
const FinderPanel = lazy(
  async () =>
    (await Promise.all([import('./FinderPanel.tsx'), fetchTexts('stock'), fetchTexts('watchlist')] as const))[0],
)

/** The list on a phone: one card per stock, a menu for the sort order, and a full-screen view of a stock. */
export function FinderCards({
  caption,
  stocks,
  columns,
  asAt,
  busy,
  sort,
  onSort,
  openCode,
  onOpen,
  onClose,
  onAdd,
}: ListProps) {
  const t = useTranslation('finder')
  const columnName = useColumnName()
  const [shown, end] = useMore(stocks.length)
  const open = stocks.find(({ stockCode }) => stockCode === openCode)
  const press = (event: MouseEvent): void => {
    const added = addPressed(event.target)
    if (added !== undefined) return onAdd(added)
    const code = (event.target as Element).closest<HTMLElement>('[data-code]')?.dataset['code']
    if (code !== undefined) onOpen(code)
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
      {/* For keyboard users, the buttons inside do the same. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
      <ul aria-label={caption} aria-busy={busy} onClick={press} className="-mx-4">
        {stocks.slice(0, shown).map(stock => (
          <Card key={stock.stockCode} stock={stock} columns={columns} asAt={asAt} open={stock === open} />
        ))}
      </ul>
      <div ref={end} />
      {open && (
        <Suspense>
          <FinderPanel stock={open} among={stocks} onStep={onOpen} onClose={onClose} />
        </Suspense>
      )}
    </>
  )
}

type CardProps = { stock: FinderStock; columns: Columns; asAt: string; open: boolean }

const Card = memo(function Card({ stock, columns, asAt, open }: CardProps) {
  const t = useTranslation('finder')
  const columnName = useColumnName()
  const code = padded(exchange, stock.stockCode)
  const name = nameOf(stock)
  const old = oldPrice(stock, { asAt, t })
  return (
    <li data-code={stock.stockCode} className="flex items-start border-b border-line">
      {/* The button has a text, but too deep inside for the lint rule to find. */}
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <button
        type="button"
        aria-expanded={open}
        className="flex min-h-11 min-w-0 flex-1 flex-col py-2.5 pl-4 text-start -outline-offset-2"
      >
        <span className="flex w-full items-baseline justify-between gap-3">
          <span className="min-w-0 truncate text-16">
            <span className="font-strong">{code}</span> {name}
          </span>
          <span className="figures shrink-0 text-16 font-strong">{formatPrice(stock.close)}</span>
        </span>
        <span className="flex w-full items-baseline justify-between gap-3 text-13">
          <span className="min-w-0 truncate text-faded">
            {old ?? inCurrentLanguage({ en: stock.subSector, zh: stock.subSectorZh })}
          </span>
          <span className="figures shrink-0">
            <Change value={stock.closeChange} />
            <span className="text-faded">%</span>
          </span>
        </span>
        <span className="mt-0.5 flex w-full flex-wrap items-baseline justify-between gap-x-3 text-13 text-faded">
          {cardFacts(columns, stock, { isOpen: open, asAt, t }).map(({ key, value }) => (
            <span key={key}>
              {columnName(key as ColumnKey)} <span className="text-ink">{value}</span>
            </span>
          ))}
        </span>
      </button>
      <WatchlistMark
        code={stock.stockCode}
        own={stock.watchlistData}
        label={t('watchlist.add', { stock: `${code} ${name}` })}
        className="size-11 shrink-0"
      />
    </li>
  )
})
