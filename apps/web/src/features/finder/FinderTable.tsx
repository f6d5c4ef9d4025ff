import type { FinderStock } from '@finlist/contract/finder'
import { lazy, type MouseEvent, memo, Suspense, useMemo } from 'react'
import { currentLanguage } from '../../api/language.ts'
import { addPressed } from '../../components/watchlist/watchlist-mark.tsx'
import { fetchTexts, useTranslation } from '../../i18n/texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Cells } from '../../ui/list-columns.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Columns, useHeads } from './columns.tsx'
import type { ListProps } from './list-props.ts'
import { useMore } from './use-more.ts'

/** Fetches the texts and the code in parallel. */
const StockDetails = lazy(
  async () =>
    (await Promise.all([import('./StockDetails.tsx'), fetchTexts('stock'), fetchTexts('watchlist')] as const))[0],
)

/** The list on a desktop. A row expands to all details of its stock. */
export function FinderTable({
  caption,
  stocks,
  columns,
  compact,
  asAt,
  busy,
  sort,
  onSort,
  openCode,
  onOpen,
  onClose,
  onAdd,
}: ListProps) {
  const heads = useHeads(columns)
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
        columns={heads}
        busy={busy}
        compact={compact}
        stays={2}
        sort={sort}
        onSort={by => by !== 'name' && by !== 'watchlist' && onSort(by)}
      >
        {/* For keyboard users, the buttons in the rows do the same. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
        <tbody onClick={press}>
          {stocks.slice(0, shown).map(stock => (
            <Row
              key={stock.stockCode}
              stock={stock}
              columns={columns}
              asAt={asAt}
              open={stock.stockCode === openCode}
              span={heads.length}
            />
          ))}
        </tbody>
      </DataTable>
      <div ref={end} />
    </>
  )
}

type RowProps = { stock: FinderStock; columns: Columns; asAt: string; open: boolean; span: number }

const Row = memo(function Row({ stock, columns, asAt, open, span }: RowProps) {
  const t = useTranslation('finder')
  const spoken = currentLanguage()
  const seen = useMemo(
    () => ({ isOpen: open, asAt, t }),
    // oxlint-disable-next-line react/exhaustive-deps
    [open, asAt, spoken],
  )
  return (
    <>
      <tr
        data-code={stock.stockCode}
        className={`cursor-pointer hover:[--row:var(--wash)] hover:bg-wash ${open ? 'bg-wash [--row:var(--wash)]' : ''}`}
      >
        <Cells columns={columns} row={stock} seen={seen} />
      </tr>
      {open && (
        <tr>
          <td colSpan={span} className="bg-raised px-0!">
            <Suspense fallback={<Skeleton className="my-4 h-100 w-full" />}>
              <StockDetails stock={stock} />
            </Suspense>
          </td>
        </tr>
      )}
    </>
  )
})
