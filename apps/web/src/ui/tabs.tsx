import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'

/** `aside`: screen readers read it with the label; it is visible only if `asideShown` is set. */
type Tab = { value: string; label: string; aside?: string; asideShown?: boolean }
type Props = {
  label: string
  tabs: readonly Tab[]
  value: string | undefined
  onChange: (value: string, how: 'press' | 'arrow') => void
  panel: string
  /** If both labels are given, two buttons scroll a long row of tabs. */
  backLabel?: string
  onLabel?: string
  /** A menu for the selected tab, shown next to it. */
  menu?: ReactNode
  /** Shown after the last tab. */
  children?: ReactNode
}

/** A row of tabs that scrolls sideways and keeps the selected tab in view. Arrow keys, Home and End select a tab. */
export function Tabs({ label, tabs, value, onChange, panel, backLabel, onLabel, menu, children }: Props) {
  const strip = useRef<HTMLDivElement>(null)
  const wasScrolled = useRef(false)
  useEffect(() => {
    // If the row was never scrolled, the first tab is in view; measuring that would force a layout.
    if (value === tabs[0]?.value && !wasScrolled.current) return
    const chosen = strip.current?.querySelector<HTMLElement>('[aria-selected=true]')
    if (chosen && strip.current) bringIntoView(strip.current, chosen)
  }, [value, tabs])

  const walk = (event: KeyboardEvent) => {
    const at = tabs.findIndex(tab => tab.value === value)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const next = to === undefined ? undefined : tabs[to]
    if (!next) return
    event.preventDefault()
    strip.current?.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus({ preventScroll: true })
    onChange(next.value, 'arrow')
  }
  const turn = (by: number) =>
    strip.current?.scrollBy({ left: by * strip.current.clientWidth * 0.8, behavior: 'smooth' })

  const chosen = tabs.findIndex(tab => tab.value === value)
  return (
    <div className="flex items-stretch border-b border-line">
      {backLabel && <TurnButton label={backLabel} onClick={() => turn(-1)} Sign={ChevronLeft} />}
      <div
        ref={strip}
        onScroll={() => {
          wasScrolled.current = true
        }}
        className="relative flex min-w-0 flex-1 overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
      >
        <div role="tablist" aria-label={label} className="contents">
          {tabs.map((tab, at) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              data-value={tab.value}
              aria-selected={tab.value === value}
              aria-controls={panel}
              aria-label={tab.aside && !tab.asideShown ? `${tab.label} ${tab.aside}` : undefined}
              tabIndex={at === Math.max(chosen, 0) ? 0 : -1}
              onClick={() => onChange(tab.value, 'press')}
              onKeyDown={walk}
              style={{ order: at }}
              className="-mb-px min-h-11 shrink-0 border-b-2 border-transparent px-3 text-13 whitespace-nowrap text-faded -outline-offset-2 hover:text-ink aria-selected:border-accent aria-selected:font-strong aria-selected:text-accent md:min-h-9"
            >
              {tab.label}{' '}
              {tab.aside && tab.asideShown && <span className="text-12 font-normal text-faded">{tab.aside}</span>}
            </button>
          ))}
        </div>
        {/* Has the same `order` as its tab. It comes after the tab because elements with equal orders keep their order
            in the document. */}
        {menu && chosen >= 0 && (
          <span className="-ml-2 flex shrink-0 items-center" style={{ order: chosen }}>
            {menu}
          </span>
        )}
        {children && (
          <span className="flex shrink-0 items-center" style={{ order: tabs.length }}>
            {children}
          </span>
        )}
      </div>
      {onLabel && <TurnButton label={onLabel} onClick={() => turn(1)} Sign={ChevronRight} />}
    </div>
  )
}

/** For mouse users. Fingers swipe, and the keyboard moves through the tabs. */
function TurnButton({ label, onClick, Sign }: { label: string; onClick: () => void; Sign: typeof ChevronLeft }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      title={label}
      aria-label={label}
      onClick={onClick}
      className="hidden w-7 shrink-0 place-items-center text-faded hover:bg-wash hover:text-ink md:grid"
    >
      <Sign size={15} aria-hidden />
    </button>
  )
}

function bringIntoView(strip: HTMLElement, tab: HTMLElement) {
  const left = tab.offsetLeft - strip.offsetLeft
  const room = strip.clientWidth - tab.offsetWidth
  if (left < strip.scrollLeft || left > strip.scrollLeft + room) strip.scrollLeft = left - room / 2
}
