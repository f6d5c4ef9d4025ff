import type { ExchangeId } from '@finlist/domain/markets'
import { memo, useMemo } from 'react'
import { currentLanguage } from '../../api/language.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Cells } from '../../ui/list-columns.tsx'
import { type Columns, type ListedStock, previewColumns } from './columns.tsx'
import { highlightClass, highlightOf } from './highlight.tsx'

type Props = { stock: ListedStock; exchange: ExchangeId; columns?: Columns; href?: string; open?: boolean }

/**
 * A table row for one stock. Without `href`, the row cannot be opened, and the stock cannot be added to a watchlist.
 */
export const StockRow = memo(function StockRow({
  stock,
  exchange,
  columns = previewColumns,
  href,
  open = false,
}: Props) {
  const t = useTranslation('finlist')
  const highlight = highlightOf(stock)
  const spoken = currentLanguage()
  const seen = useMemo(
    () => ({ exchange, href, isOpen: open, t }),
    // oxlint-disable-next-line react/exhaustive-deps
    [exchange, href, open, spoken],
  )
  return (
    <tr
      data-code={stock.stockCode}
      data-highlight={highlight}
      data-low-turnover={stock.isLowTurnover || undefined}
      className={`${highlightClass[highlight]} ${href ? 'cursor-pointer hover:[--row:var(--wash)] hover:bg-wash' : ''} ${open ? 'outline-2 -outline-offset-2 outline-accent [--row-frame:var(--accent)]' : ''} ${stock.isLowTurnover ? 'text-faded' : ''}`}
    >
      <Cells columns={columns} row={stock} seen={seen} />
    </tr>
  )
})
