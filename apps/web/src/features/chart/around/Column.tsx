import type { ExchangeId } from '@finlist/domain/markets'
import { marketOf } from '@finlist/domain/markets'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type TouchEvent, useEffect, useRef } from 'react'
import { formatDay } from '../../../components/market-dates.ts'
import { Change, formatPrice } from '../../../components/market-figures.tsx'
import { CallFailed } from '../../../components/notices/call-failed.tsx'
import { useTranslation } from '../../../i18n/texts.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ToolButton } from '../ToolButton.tsx'
import { type ColumnRow, dateOf, type ListName, type useColumnRows, type useListNames } from './column-lists.ts'
import { MarkButtons, MarkSigns } from './marks/MarkButtons.tsx'
import type { Mark, StockMarks } from './marks/stock-marks.ts'
import type { Marking } from './marks/use-marking.ts'

type Props = {
  names: ReturnType<typeof useListNames>
  name: ListName | undefined
  onName: (name: ListName) => void
  list: ReturnType<typeof useColumnRows>
  symbol: string
  onSymbol: (symbol: string) => void
  onStep: (by: 1 | -1) => void
  marks: StockMarks | undefined
  marking: Marking
  onClose: () => void
}

/**
 * The stocks of a list, next to the chart. A phone shows only the list's name and buttons to step through its stocks.
 */
export function Column({ names, name, onName, list: { query, rows }, symbol, marks, marking, ...on }: Props) {
  const { onSymbol, onStep, onClose } = on
  const t = useTranslation('around')
  const here = useRef<HTMLButtonElement>(null)
  const swipe = useSwipe(onStep)
  const date = dateOf(rows)
  const at = rows.findIndex(row => row.symbol === symbol)
  useEffect(() => {
    here.current?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <aside
      aria-label={t('column')}
      {...swipe}
      className="flex min-h-0 flex-col max-md:mt-2 max-md:border-t max-md:border-line max-md:pt-2 md:absolute md:inset-0 md:border-l md:border-line md:pl-2"
    >
      <div className="flex items-center gap-1 pb-1">
        <select
          aria-label={t('column.list')}
          value={name ?? ''}
          onChange={({ target }) => onName(target.value as ListName)}
          className="h-11 min-w-0 flex-1 truncate rounded-md border border-edge bg-raised px-2 text-16 text-ink md:h-8 md:text-13"
        >
          {name === undefined && <option value="">{t('column.choose')}</option>}
          {names.map(it => (
            <option key={it.name} value={it.name}>
              {it.name.startsWith('finlist')
                ? t('column.finlist', { market: t(`market.${marketOf(it.of as ExchangeId).linkSuffix}`) })
                : it.name === 'finder' || it.name === 'marked'
                  ? t(`column.${it.name}`)
                  : it.of}
            </option>
          ))}
        </select>
        <ToolButton label={t('column.close')} onClick={onClose}>
          <X size={16} aria-hidden />
        </ToolButton>
      </div>
      <div className="flex items-center">
        <output className="min-w-0 flex-1 pl-2 text-12 text-faded">
          {rows.length > 0 &&
            (at === -1
              ? t('column.count', { count: rows.length })
              : t('column.at', { at: at + 1, count: rows.length }))}
        </output>
        <MarkButtons {...marking} />
        <ToolButton
          label={t('column.previous')}
          aria-keyshortcuts="Alt+ArrowUp"
          disabled={rows.length === 0 || at === 0}
          onClick={() => onStep(-1)}
        >
          <ChevronLeft size={16} aria-hidden />
        </ToolButton>
        <ToolButton
          label={t('column.next')}
          aria-keyshortcuts="Alt+ArrowDown"
          disabled={rows.length === 0 || at === rows.length - 1}
          onClick={() => onStep(1)}
        >
          <ChevronRight size={16} aria-hidden />
        </ToolButton>
      </div>
      {marking.note && <p className="line-clamp-2 pl-2 text-13 break-words">{marking.note}</p>}
      {date && (
        <p className="pl-2 text-12 text-faded max-md:hidden">{t('column.as-at', { date: formatDay(date, 'short') })}</p>
      )}
      {query.isError ? (
        <CallFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : query.isLoading ? (
        <Skeleton className="h-60 w-full" />
      ) : (
        rows.length === 0 && name && <p className="text-13 text-faded">{t('column.empty')}</p>
      )}
      <ul data-walks className="min-h-0 flex-1 overflow-y-auto overscroll-contain max-md:hidden">
        {rows.map((row, place) => (
          <li key={row.symbol}>
            <button
              ref={place === at ? here : undefined}
              type="button"
              aria-current={place === at ? 'true' : undefined}
              onClick={() => onSymbol(row.symbol)}
              className="flex w-full items-center gap-2 rounded-sm px-2 py-1 text-start text-13 hover:bg-wash aria-[current]:bg-accent-wash"
            >
              <Row {...row} date={row.date === date ? null : row.date} mark={marks?.get(row.symbol)} />
            </button>
          </li>
        ))}
      </ul>
    </aside>
  )
}

/** How far a finger must move sideways, in pixels, and how many times farther than up or down, to step. */
const leastSwipe = 48
const sideways = 2

/** Steps to the next stock with a swipe to the left, and back with one to the right. */
function useSwipe(onStep: Props['onStep']) {
  const from = useRef<{ x: number; y: number }>(undefined)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const first = touches[0]
      from.current = first && touches.length === 1 ? { x: first.clientX, y: first.clientY } : undefined
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0]
      if (!touch || !from.current) return
      const across = touch.clientX - from.current.x
      const down = touch.clientY - from.current.y
      if (Math.abs(across) >= leastSwipe && Math.abs(across) > sideways * Math.abs(down)) onStep(across < 0 ? 1 : -1)
    },
  }
}

/** A stock of the list. `date`: the day of its price; null if that is the list's own day. */
const Row = ({ code, name, price, change, date, mark }: ColumnRow & { mark: Mark | undefined }) => (
  <>
    <span className="min-w-0 flex-1">
      <b className="block font-strong">
        {code}
        {mark && <MarkSigns {...mark} />}
      </b>
      <span className="block truncate text-12 text-faded">{name}</span>
    </span>
    <span className="figures shrink-0 text-end">
      <span className="block">{price === null ? '' : formatPrice(price)}</span>
      {date && <span className="block text-12 text-faded">{formatDay(date, 'short')}</span>}
      {change !== null && (
        <span className="block text-12">
          <Change value={change} />
        </span>
      )}
    </span>
  </>
)
