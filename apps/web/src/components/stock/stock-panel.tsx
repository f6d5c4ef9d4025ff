import { user } from '@finlist/contract/account/account'
import { padded } from '@finlist/domain/chart/padded'
import { type ExchangeId, marketIndex } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { Bell, ChartCandlestick, ChevronDown, ChevronUp } from 'lucide-react'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { inCurrentLanguage } from '../../api/language.ts'
import { callQuery } from '../../api/query-client.ts'
import { useTranslation } from '../../i18n/texts.ts'
import SidePanel from '../../ui/dialogs/side-panel.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import { Link } from '../link.tsx'
import type { OutlinePoint } from '../price-chart/outline.ts'
import { type Mark, PriceChart, type Span } from '../price-chart/price-chart.tsx'
import { StepButton } from '../step-button.tsx'
import { nameOf } from '../stock-name.ts'
import { Term } from '../term.tsx'

const SetAlert = lazy(() => import('../alerts/set-alert.tsx'))

type Stock = {
  stockCode: string
  stockName: string
  stockNameZh: string
  sector?: string
  sectorZh?: string
  subSector: string
  subSectorZh: string
  /** Absent if the list does not provide it. */
  profileInfo?: string
  profileInfoZh?: string
}
type Props = {
  exchange: ExchangeId
  stock: Stock
  /** The `data-code` of the stock's row: the stock's code, if the list contains each stock only once. */
  id?: string
  /** The `data-code` of every row in the list's order, for stepping from stock to stock. */
  among: readonly string[]
  onStep: (id: string) => void
  onClose: () => void
  figures?: ReactNode
  marks?: readonly Mark[]
  /** A base to draw on the chart. */
  outline?: readonly OutlinePoint[]
  /** Why the stock is on the list, shown below the chart. */
  reasons?: ReactNode
  children?: ReactNode
}

/** Lazy-loaded. One stock: the list's figures, its chart, its business, and the caller's additions. */
export function StockPanel({
  exchange,
  stock,
  id,
  among,
  onStep,
  onClose,
  figures,
  marks,
  outline,
  reasons,
  children,
}: Props) {
  const t = useTranslation('stock')
  const scroller = useRef<HTMLDivElement>(null)
  const [isAlerting, setAlerting] = useState(false)
  const [span, setSpan] = useState<Span>('1D')
  const [isStrength, setStrength] = useState(false)
  const hasStrength = useQuery(callQuery(user)).data?.rights.includes('rsline') === true
  const { stockCode } = stock
  const shown = id ?? stockCode
  const rowOf = (row: string) => document.querySelector<HTMLElement>(`[data-code="${CSS.escape(row)}"]`)

  useEffect(() => {
    scroller.current?.scrollTo(0, 0)
    document.querySelector(`[data-code="${CSS.escape(shown)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [shown])

  // The stocks requested by keys but not yet shown. The page follows a key press with a delay, so the next key press
  // must step on from the last stock requested.
  const asked = useRef<string[]>([])
  useEffect(() => {
    const at = asked.current.indexOf(shown)
    asked.current = at === -1 ? [] : asked.current.slice(at + 1)
  }, [shown])
  const here = () => asked.current.at(-1) ?? shown
  const beside = (row: string, by: 1 | -1) => {
    const at = among.indexOf(row)
    return at === -1 ? undefined : among[at + by]
  }
  const previous = beside(shown, -1)
  const next = beside(shown, 1)
  const step = (by: 1 | -1) => {
    const row = beside(here(), by)
    if (row === undefined) return
    asked.current.push(row)
    onStep(row)
  }
  const walk = (event: KeyboardEvent) => {
    // Ignores keys pressed in a dialog that the panel opened, which React delivers here too.
    if (!event.currentTarget.contains(event.target as Node)) return
    // Without Alt, arrow keys belong to the focused element: radio buttons, the chart, scrolling text.
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const focused = event.target as Element
    if (focused.matches('select, [role=combobox]')) return
    event.preventDefault()
    // The next stock's chart replaces this one, so the focus would be lost with it.
    if (focused.matches('[role=application]')) scroller.current?.focus({ preventScroll: true })
    step(event.key === 'ArrowDown' ? 1 : -1)
  }
  const name = nameOf(stock)
  const otherName = name === stock.stockName ? '' : stock.stockName
  const sector = inCurrentLanguage({ en: stock.sector, zh: stock.sectorZh })
  const profile =
    stock.profileInfo === undefined ? undefined : inCurrentLanguage({ en: stock.profileInfo, zh: stock.profileInfoZh })

  return (
    <SidePanel
      title={
        <>
          {/* The space separates the code from the name for screen readers. */}
          <span className="mr-1 text-accent">{padded(exchange, stockCode)}</span> {name}{' '}
          {otherName && <span className="block text-12 font-normal text-faded">{otherName}</span>}
        </>
      }
      closeLabel={t('close')}
      onClose={onClose}
      returnTo={() =>
        rowOf(here())?.querySelector<HTMLElement>('a, button:not([data-handle])') ?? document.getElementById('content')
      }
      onKeyDown={walk}
      scroller={scroller}
      beside={
        <>
          <StepButton
            label={t('panel.previous')}
            shortcut="Alt+ArrowUp"
            title={t('panel.previous.title')}
            onClick={() => step(-1)}
            off={!previous}
            Sign={ChevronUp}
          />
          <StepButton
            label={t('panel.next')}
            shortcut="Alt+ArrowDown"
            title={t('panel.next.title')}
            onClick={() => step(1)}
            off={!next}
            Sign={ChevronDown}
          />
        </>
      }
    >
      {figures}
      <section className="mt-6">
        <div className="flex flex-wrap items-end gap-x-3 border-b border-ink pb-1">
          <h3 className="flex-1 text-13 font-strong">{t('chart')}</h3>
          <Link
            to={`/interactive-chart?${new URLSearchParams({ symbol: `${exchange}:${stockCode}` })}`}
            className="-my-1 inline-flex min-h-6 items-center gap-1.5 rounded-sm px-1 text-13 text-accent no-underline hover:underline max-md:min-h-11"
          >
            <ChartCandlestick size={15} aria-hidden />
            {t('screen.chart')}
          </Link>
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setAlerting(true)}
            className="-my-1 inline-flex min-h-6 items-center gap-1.5 rounded-sm px-1 text-13 text-accent hover:underline max-md:min-h-11"
          >
            <Bell size={15} aria-hidden />
            {t('alert.set')}
          </button>
        </div>
        <div className="flex flex-wrap items-center gap-x-5 pt-2">
          <Spans value={span} onChange={setSpan} />
          {hasStrength && (
            <span className="flex items-center gap-1">
              <Switch label={t('chart.rs')} checked={isStrength} onChange={setStrength} />
              <Term of="rsLine" beside={t('chart.rs')} />
            </span>
          )}
        </div>
        <PriceChart
          symbol={`${exchange}:${stockCode}`}
          span={span}
          index={isStrength ? `${exchange}:${marketIndex[exchange]}` : undefined}
          {...(marks && { marks })}
          // Drawn on daily bars only: weekly bars do not contain the days of the turning points.
          {...(outline && span === '1D' && { outline })}
        />
      </section>
      {reasons}
      <section className="mt-6">
        <h3 className="border-b border-ink pb-1 text-13 font-strong">{t('profile')}</h3>
        {sector && (
          <p className="pt-2 text-14">
            <span className="text-faded">{t('sector')}</span> {sector}
          </p>
        )}
        <p className={`text-14 ${sector ? 'pt-0.5' : 'pt-2'}`}>
          <span className="text-faded">{t('subsector')}</span>{' '}
          {inCurrentLanguage({ en: stock.subSector, zh: stock.subSectorZh }) || '–'}
        </p>
        {profile !== undefined && <p className="pt-1.5 text-14">{profile || t('profile.none')}</p>}
      </section>
      {children}
      <Suspense>{isAlerting && <SetAlert start={{ exchange, stock }} onClose={() => setAlerting(false)} />}</Suspense>
    </SidePanel>
  )
}

/** Choice of daily or weekly bars, which stays in effect when stepping from stock to stock. */
function Spans({ value, onChange }: { value: Span; onChange: (span: Span) => void }) {
  const t = useTranslation('stock')
  const name = useId()
  return (
    <fieldset className="inline-flex rounded-md border border-edge p-0.5">
      <legend className="sr-only">{t('chart.span')}</legend>
      {(['1D', '1W'] as const).map(span => (
        <label
          key={span}
          className="flex min-h-10 cursor-pointer items-center rounded-sm px-3 text-14 text-faded has-checked:bg-accent has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent md:min-h-6 md:text-12"
        >
          <input
            type="radio"
            name={name}
            checked={span === value}
            onChange={() => onChange(span)}
            className="sr-only"
          />
          {t(span === '1D' ? 'chart.daily' : 'chart.weekly')}
        </label>
      ))}
    </fieldset>
  )
}
